/** The app as it is installed in a workspace, or in all workspaces of an organization. */
export interface Installation {
  /** `T…` or `E…`. */
  readonly id: string;
  readonly isOrganization: boolean;
  /** `xoxb-…`, or `xoxe.xoxb-…` where tokens are renewed. */
  readonly botToken: string;
  /** Can be used once. */
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly botUserId?: string | undefined;
  readonly scopes: readonly string[];
  readonly installedBy?: string | undefined;
  /** When the app was installed. Renewed tokens do not change it. */
  readonly installedAt?: Date | undefined;
}

/** What the renewal of a token gives. */
export type RenewedToken = Required<Pick<Installation, 'botToken'>> &
  Pick<Installation, 'refreshToken' | 'expiresAt'>;
