import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type Installation as BoltInstallation,
  HTTPReceiver,
  type InstallURLOptions,
  type StateStore,
} from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Installation } from '../../domain/installation.ts';
import type { Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createBoltLogger } from '../connection/clients.ts';
import type { Pages } from '../connection/http.ts';
import { createFetch } from '../connection/web-client.ts';
import { slackErrorCode } from '../errors.ts';
import { createOutcomes, type InstallOutcome, PAGE_HEADERS, sendPage } from './page.ts';

export interface InstalledAt {
  readonly id: string;
  readonly isOrganization: boolean;
  readonly enterpriseId?: string | undefined;
}

interface InstallerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly proxies?: ProxySettings | undefined;
  readonly scopes: readonly string[];
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  /** Notes a state for all replicas. @returns whether it is new */
  readonly isFirst: (id: string, keptMs: number) => Promise<boolean>;
  /** Whether this deployment is set up for it; nothing is stored where it is not. */
  readonly isListed: (place: InstalledAt) => boolean;
  readonly onInstalled: (installation: Installation) => Promise<void>;
  readonly client: WebClient;
  readonly language: Language;
  readonly supportContact: string | undefined;
  readonly now: () => Date;
  readonly log: Log;
}

/** A person may take this long at Slack. */
const STATE_MS = 10 * MINUTE_MS;

const PATHS = ['/slack/install', '/slack/oauth_redirect'] as const;

/** A name that no other host of the domain can set (RFC 6265bis, 4.1.3.2). */
const COOKIE = '__Host-sms-desk-install';
const MOST_AT_ONCE = 10;

/** Installs the app by browser (OAuth 2.0, `oauth.v2.access`) with Bolt’s installer. A cookie identifies a browser. */
export function createInstaller(options: InstallerOptions): Pages {
  const { clientId, clientSecret, apiUrl, proxies, scopes, now, log } = options;
  const coming = new Set<ServerResponse>();
  /** The token of the present request, before Bolt passes it on. */
  const exchange = new AsyncLocalStorage<{ given?: GivenToken | undefined }>();
  const outcomeOf = createOutcomes(log);
  const show = (request: IncomingMessage, response: ServerResponse, outcome: InstallOutcome) =>
    sendPage(request, response, outcome, options);
  async function isRefused(): Promise<boolean> {
    const given = exchange.getStore()?.given;
    if (!given || options.isListed(given.place)) return false;
    log.warn(
      { installation: given.place.id, organization: given.place.enterpriseId },
      'refused to be installed where WORKSPACES_FILE does not list it; nothing of it is kept',
    );
    await giveBack(given, options);
    return true;
  }
  const receiver = new HTTPReceiver({
    signingSecret: '',
    signatureVerification: false,
    clientId,
    clientSecret,
    scopes: [...scopes],
    // The outcome has the failure, and the log limits how often.
    logger: { ...createBoltLogger(log), error: () => undefined },
    installationStore: {
      async storeInstallation(given) {
        if (!options.isListed(placeOf(given))) throw new Error('not listed');
        await options.onInstalled(toInstallation(given, now()));
      },
      fetchInstallation: () => Promise.reject(new Error('installations are found elsewhere')),
    },
    installerOptions: {
      directInstall: true,
      authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href,
      stateStore: createStates(options),
      stateCookieName: COOKIE,
      stateCookieExpirationSeconds: STATE_MS / 1_000,
      clientOptions: {
        slackApiUrl: apiUrl,
        fetch: notingToken(createFetch(proxies), (given) => {
          Object.assign(exchange.getStore() ?? {}, { given });
        }),
        timeout: TIMINGS.slackAnswerMs,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
      },
      installPathOptions: {
        async beforeRedirection(_request, response) {
          for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
          return true;
        },
      },
      callbackOptions: {
        async beforeInstallation(_options, request, response) {
          if (coming.size >= MOST_AT_ONCE) {
            show(request, response, 'busy');
            return false;
          }
          coming.add(response);
          response.once('close', () => coming.delete(response));
          return true;
        },
        async afterInstallation(_given, _options, request, response) {
          if (!(await isRefused())) return true;
          show(request, response, 'notListed');
          return false;
        },
        async successAsync(_installation, _options, request, response) {
          show(request, response, 'installed');
        },
        async failureAsync(error, _options, request, response) {
          // Bolt asks Slack once more after it has the token, and that may fail.
          show(request, response, (await isRefused()) ? 'notListed' : outcomeOf(error));
        },
      },
    },
  });
  const answer: RequestListener = (request, response) => {
    if (isAddressed(request)) exchange.run({}, () => receiver.requestListener(request, response));
    else response.writeHead(400, { ...PAGE_HEADERS, 'content-type': 'text/plain' }).end('bad Host header');
  };
  return new Map(PATHS.map((path) => [path, answer]));
}

function isAddressed({ url = '', headers }: IncomingMessage): boolean {
  return URL.canParse(url, `https://${headers.host}`);
}

interface GivenToken {
  readonly token: string;
  readonly place: InstalledAt;
}

type Fetch = ReturnType<typeof createFetch>;

const identified = z.object({ id: z.string() }).nullish();
const access = z.object({
  access_token: z.string(),
  team: identified,
  enterprise: identified,
  is_enterprise_install: z.boolean().nullish(),
});

function notingToken(send: Fetch, onGiven: (given: GivenToken) => void): Fetch {
  return async (...request) => {
    const answer = await send(...request);
    if (!String(request[0]).endsWith('/oauth.v2.access')) return answer;
    const { status, statusText, headers } = answer;
    const kept = new Response(await answer.text(), { status, statusText, headers: [...headers.entries()] });
    const told: unknown = await kept
      .clone()
      .json()
      .catch(() => undefined);
    const { data } = access.safeParse(told);
    if (data) {
      const { access_token: token, team, enterprise, is_enterprise_install } = data;
      onGiven({ token, place: placeOf({ team, enterprise, isEnterpriseInstall: is_enterprise_install }) });
    }
    return kept;
  };
}

type Given = Pick<
  BoltInstallation<'v2', boolean>,
  'team' | 'enterprise' | 'isEnterpriseInstall' | 'bot' | 'user'
>;

interface GivenPlace {
  readonly team?: { readonly id: string } | null | undefined;
  readonly enterprise?: { readonly id: string } | null | undefined;
  readonly isEnterpriseInstall?: boolean | null | undefined;
}

function placeOf({ team, enterprise, isEnterpriseInstall }: GivenPlace): InstalledAt {
  const isOrganization = isEnterpriseInstall === true;
  const id = (isOrganization ? enterprise?.id : team?.id) ?? '';
  return { id, isOrganization, enterpriseId: enterprise?.id };
}

function toInstallation(given: Given, now: Date): Installation {
  const { bot, user } = given;
  if (!bot) throw new Error('Slack gave no token for a bot');
  const { id, isOrganization } = placeOf(given);
  // Bolt uses the machine’s clock.
  const leftMs = bot.expiresAt === undefined ? undefined : bot.expiresAt * 1_000 - Date.now();
  return {
    id,
    isOrganization,
    botToken: bot.token,
    refreshToken: bot.refreshToken,
    expiresAt: leftMs === undefined ? undefined : new Date(now.getTime() + leftMs),
    botUserId: bot.userId,
    scopes: bot.scopes,
    installedBy: user.id,
    installedAt: now,
  };
}

/** Removes the app from an unlisted workspace. Never rejects. */
async function giveBack(
  { token, place: { id } }: GivenToken,
  { client, clientId, clientSecret, log }: InstallerOptions,
): Promise<void> {
  try {
    await client.apps.uninstall({ token, client_id: clientId, client_secret: clientSecret });
  } catch {
    await client.auth.revoke({ token }).catch((error: unknown) => {
      log.error(
        { installation: id, reason: slackErrorCode(error) },
        'the token that was just given is still good: have the app removed there by hand',
      );
    });
  }
}

class StateError extends Error {
  override readonly name = 'StateError';
  readonly code = 'state';
}

const sealedState = sealedJson('slack.install', z.object({ id: z.uuid(), at: z.number() }));

/** The state of an installation: sealed, valid for ten minutes and once. Only its return is stored, against floods. */
function createStates({ sealer, isFirst, scopes, now }: InstallerOptions): StateStore {
  return {
    generateStateParam: async () => sealedState.seal(sealer, { id: randomUUID(), at: now().getTime() }),
    async verifyStateParam(_now, state): Promise<InstallURLOptions> {
      const opened = sealedState.open(sealer, state);
      if (!opened) throw new StateError('a state of somebody else’s');
      const ageMs = now().getTime() - opened.at;
      if (ageMs > STATE_MS || ageMs < -MINUTE_MS) throw new StateError('a state that is too old');
      if (!(await isFirst(`install ${opened.id}`, 2 * STATE_MS)))
        throw new StateError('a state that was used');
      return { scopes: [...scopes] };
    },
  };
}
