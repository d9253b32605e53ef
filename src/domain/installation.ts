/** In a workspace, or in all workspaces of an organization. */
export interface Installation {
  readonly id: string;
  readonly isOrganization: boolean;
  /** `xoxb-…`, or `xoxe.xoxb-…` where tokens are renewed. */
  readonly botToken: string;
  /** Valid once. */
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly botUserId?: string | undefined;
  readonly scopes: readonly string[];
  readonly installedBy?: string | undefined;
  /** Renewed tokens do not change it. */
  readonly installedAt?: Date | undefined;
}

export type RenewedToken = Required<Pick<Installation, 'botToken'>> &
  Pick<Installation, 'refreshToken' | 'expiresAt'>;
