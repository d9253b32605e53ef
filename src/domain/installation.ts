/** The app as it is installed in a workspace, or in all workspaces of an organization. */
export interface Installation {
  /** `T…` or `E…`: whose it is. */
  readonly id: string;
  readonly isOrganization: boolean;
  /** `xoxb-…`, or `xoxe.xoxb-…` where tokens are renewed. */
  readonly botToken: string;
  /** Good once, for the next token. */
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly botUserId?: string | undefined;
  readonly scopes: readonly string[];
  /** The user's id. */
  readonly installedBy?: string | undefined;
  /** When the token was first given; renewing it changes nothing here. */
  readonly installedAt?: Date | undefined;
}

/** What renewing gives in place of an installation's token. */
export type RenewedToken = Required<Pick<Installation, 'botToken'>> &
  Pick<Installation, 'refreshToken' | 'expiresAt'>;
