import { WebAPIPlatformError } from '@slack/web-api';

export type { Installation, RenewedToken } from '../../domain/installation.ts';

/** A valid token. `refused` is one that Slack has just answered `token_expired` to. @throws NotInstalledError */
export type BotTokenSource = (refused?: string) => Promise<string>;

/** Callers see the code that Slack has for a token that is gone. */
export class NotInstalledError extends WebAPIPlatformError {
  override readonly name = 'NotInstalledError';

  constructor() {
    super({ ok: false, error: 'account_inactive' });
  }
}
