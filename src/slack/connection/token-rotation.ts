import { setTimeout as pause } from 'node:timers/promises';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Installation, RenewedToken } from '../../domain/installation.ts';
import type { Log } from '../../ops/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { backoffMs, valueWithin } from '../../runtime/timeouts.ts';
import { isSlackAnswer, slackErrorCode } from '../errors.ts';
import type { BotTokenSource } from './web-client.ts';

/** The app is not installed. Carries an error code of Slack, to be handled like an answer from Slack. */
export class NotInstalledError extends WebAPIPlatformError {
  override readonly name = 'NotInstalledError';

  constructor() {
    super({ ok: false, error: 'account_inactive' });
  }
}

interface TokenStore<Read extends Installation> {
  find(id: string): Promise<Read | undefined>;
  read(id: string): Promise<Read | undefined>;
  renew(read: Read, renewed: RenewedToken): Promise<boolean>;
}

interface LeaseOnce {
  once<T>(
    name: string,
    work: {
      readonly find: () => Promise<T | undefined>;
      readonly create: (signal: AbortSignal) => Promise<T>;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<T>;
}

interface RotationOptions<Read extends Installation> {
  readonly installations: TokenStore<Read>;
  readonly leases: LeaseOnce;
  readonly client: WebClient;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Milliseconds that a call waits for a new token before it uses the old one. */
  readonly patienceMs?: number;
}

/** A token, valid for twelve hours, is renewed when less than this is left, as in Slack's own libraries. */
const RENEWED_BEFORE_MS = 2 * HOUR_MS;
/** A token that is valid for longer than this is still used while it is being renewed. */
const SPARE_MS = MINUTE_MS;
const RETRY_AFTER_MS = MINUTE_MS;
const RENEWAL_TIMEOUT_MS = 15_000;
const PATIENCE_MS = 5_000;
const WRITE_BACKOFF = { firstMs: 250, maxMs: 30_000 };

/** Renews tokens of Slack, each by one replica at a time, because a refresh token is valid only once. */
export function createTokenRotation<Read extends Installation>(options: RotationOptions<Read>) {
  const { installations, leases, now, log, stopping, patienceMs = PATIENCE_MS } = options;
  const running = new Map<string, Promise<Read>>();
  /** Renewed tokens that could not be stored yet. The refresh tokens in the database are used up. */
  const unstored = new Map<string, Read>();
  const failedAt = new Map<string, number>();

  const current = async (id: string, skipsCache: boolean) =>
    unstored.get(id) ?? (await (skipsCache ? installations.read(id) : installations.find(id)));

  function isDue({ refreshToken, expiresAt }: Installation): boolean {
    if (refreshToken === undefined || expiresAt === undefined) return false;
    return expiresAt.getTime() - now().getTime() <= RENEWED_BEFORE_MS;
  }

  function renewOnce(id: string, refused: string | undefined): Promise<Read> {
    const pending = running.get(id);
    if (pending) return pending;
    const run = renew(id, refused).finally(() => running.delete(id));
    running.set(id, run);
    // Without a handler, a rejection that nothing waits for would end the process.
    run.catch(() => undefined);
    return run;
  }

  async function renew(id: string, refused: string | undefined): Promise<Read> {
    let before: Read | undefined;
    try {
      const renewed = await leases.once(`slack token ${id}`, {
        find: async () => {
          before = await current(id, true);
          if (!before) throw new NotInstalledError();
          const isGood = before.botToken !== refused && !isDue(before);
          return isGood ? before : undefined;
        },
        create: async () => {
          if (!before) throw new NotInstalledError();
          return write(before, await ask(before));
        },
        signal: AbortSignal.any([stopping, AbortSignal.timeout(RENEWAL_TIMEOUT_MS)]),
      });
      if (failedAt.delete(id)) log.info({ installation: id }, 'the bot’s token is renewed again');
      return renewed;
    } catch (error) {
      if (!(error instanceof NotInstalledError) && !stopping.aborted) logFailure(id, before, error);
      throw error;
    }
  }

  async function ask({ refreshToken = '' }: Read): Promise<RenewedToken> {
    const askedAtMs = now().getTime();
    const answer = await options.client.oauth.v2.access({
      client_id: options.clientId,
      client_secret: options.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    const { access_token: botToken, expires_in: seconds } = answer;
    if (botToken === undefined) throw new Error('Slack gave no token');
    return {
      botToken,
      refreshToken: answer.refresh_token,
      expiresAt: seconds === undefined ? undefined : new Date(askedAtMs + seconds * 1_000),
    };
  }

  async function write(before: Read, renewed: RenewedToken): Promise<Read> {
    const after = { ...before, ...renewed };
    const { id } = before;
    unstored.set(id, after);
    for (let failures = 0; ; failures += 1) {
      try {
        const isStored = await installations.renew(before, renewed);
        unstored.delete(id);
        if (isStored) return (await installations.read(id)) ?? after;
        const other = await installations.read(id);
        if (!other) throw new NotInstalledError();
        return other;
      } catch (error) {
        if (error instanceof NotInstalledError) throw error;
        if (failures === 0)
          log.error(
            { installation: id, err: error },
            'a renewed token of Slack’s is in this process alone: do not stop it before the database is there again',
          );
        if (stopping.aborted) return after;
        await pause(backoffMs(failures, WRITE_BACKOFF), undefined, { signal: stopping }).catch(
          () => undefined,
        );
      }
    }
  }

  function logFailure(id: string, installation: Read | undefined, error: unknown): void {
    failedAt.set(id, now().getTime());
    const reason = slackErrorCode(error);
    const whatToDo = isSlackAnswer(error)
      ? 'open /slack/install in a browser and install the app there again before the token ends'
      : 'it is tried again every minute; check that Slack and the database can be reached';
    log.error(
      {
        installation: id,
        reason,
        until: installation?.expiresAt,
        err: reason === undefined ? error : undefined,
      },
      `the bot’s token is not renewed: ${whatToDo}`,
    );
  }

  const isBackingOff = (id: string) =>
    now().getTime() - (failedAt.get(id) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER_MS;

  return {
    source(id: string): BotTokenSource {
      return async (refused) => {
        const installation = await current(id, refused !== undefined);
        if (!installation) throw new NotInstalledError();
        const { botToken, refreshToken, expiresAt } = installation;
        if (refused !== undefined && botToken !== refused) return botToken;
        const mustRenew = refused !== undefined && refreshToken !== undefined;
        if ((!mustRenew && !isDue(installation)) || isBackingOff(id)) return botToken;
        const renewing = renewOnce(id, refused);
        const leftMs = (expiresAt?.getTime() ?? 0) - now().getTime();
        if (refused === undefined && leftMs > SPARE_MS) return botToken;
        const renewed = await valueWithin(
          patienceMs,
          renewing.catch(() => installation),
          () => undefined,
        );
        // A renewed token is used even before it is stored. Without a renewed token, the old one is used.
        return (renewed ?? unstored.get(id) ?? installation).botToken;
      };
    },
    failing: (): string[] => [...failedAt.keys()],
    async ended(): Promise<void> {
      await Promise.allSettled(running.values());
    },
  };
}
