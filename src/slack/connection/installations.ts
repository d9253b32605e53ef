import { WebAPIPlatformError } from '@slack/web-api';

export type { Installation, RenewedToken } from '../../domain/installation.ts';

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
