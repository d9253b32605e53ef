import { WebAPIPlatformError } from '@slack/web-api';
import type { Installation } from '../../domain/installation.ts';

export type { Installation, RenewedToken } from '../../domain/installation.ts';

/** Where the app is installed, the same for all replicas. */
export interface Installations {
  /**
   * `undefined` where nobody has installed there. What another replica changed is seen within a minute; while the database
   * is away, what was known last is given.
   */
  find(id: string): Promise<Installation | undefined>;
  /** In place of the one that was there. */
  save(installation: Installation): Promise<void>;
  /** Takes it back: uninstalled, or its token was revoked. What else is kept of it is cleaned up by whoever asks for `removed`. */
  remove(id: string): Promise<void>;
}

/**
 * A token that is good now, renewed when due. `refused` is one that Slack has just answered `token_expired` to.
 * @throws NotInstalledError
 */
export type BotTokenSource = (refused?: string) => Promise<string>;

/** There is no installation to ask Slack by: the same to whoever asks as Slack's own word for a token that is gone. */
export class NotInstalledError extends WebAPIPlatformError {
  override readonly name = 'NotInstalledError';

  constructor() {
    super({ ok: false, error: 'account_inactive' });
  }
}
