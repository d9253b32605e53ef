/** Installation of the Slack app in one workspace, or in all workspaces of an organization. */
export interface Installation {
  readonly id: string;
  readonly isOrganization: boolean;
  /** Slack bot token: `xoxb-…`, or `xoxe.xoxb-…` if token rotation is on. */
  readonly botToken: string;
  /** Token that gets a new bot token from Slack; it can be used only once. */
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly botUserId?: string | undefined;
  readonly scopes: readonly string[];
  readonly installedBy?: string | undefined;
  readonly installedAt?: Date | undefined;
}

export type RenewedToken = Required<Pick<Installation, 'botToken'>> &
  Pick<Installation, 'refreshToken' | 'expiresAt'>;
