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

export interface InstallationTarget {
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
  /** Stores the id of a used OAuth state for all replicas. @returns true if the id was not stored before */
  readonly isFirst: (id: string, retentionMs: number) => Promise<boolean>;
  readonly isListed: (place: InstallationTarget) => boolean;
  readonly onInstalled: (installation: Installation) => Promise<void>;
  readonly client: WebClient;
  readonly language: Language;
  readonly supportContact: string | undefined;
  readonly now: () => Date;
  readonly log: Log;
}

const STATE_MS = 10 * MINUTE_MS;

const PATHS = ['/slack/install', '/slack/oauth_redirect'] as const;

/** With the prefix `__Host-`, no other host of the domain can set this cookie (RFC 6265bis, 4.1.3.2). */
const COOKIE = '__Host-sms-desk-install';
const MOST_AT_ONCE = 10;

/** Web pages that install the app in a workspace (OAuth 2.0). A cookie ties an OAuth state to its browser. */
export function createInstaller(options: InstallerOptions): Pages {
  const { clientId, clientSecret, apiUrl, proxies, scopes, now, log } = options;
  const pending = new Set<ServerResponse>();
  /** Per HTTP request, the token that Slack gave; it is revoked if the workspace is not listed. */
  const exchange = new AsyncLocalStorage<{ given?: GivenToken | undefined }>();
  const outcomeOf = createOutcomes(log);
  const show = (request: IncomingMessage, response: ServerResponse, outcome: InstallOutcome) =>
    sendPage(request, response, outcome, options);
  async function isRefused(): Promise<boolean> {
    const given = exchange.getStore()?.given;
    if (!given || options.isListed(given.target)) return false;
    log.warn(
      { installation: given.target.id, organization: given.target.enterpriseId },
      'refused to be installed where WORKSPACES_FILE does not list it; nothing of it is kept',
    );
    await revoke(given, options);
    return true;
  }
  const receiver = new HTTPReceiver({
    signingSecret: '',
    signatureVerification: false,
    clientId,
    clientSecret,
    scopes: [...scopes],
    // Bolt's error messages are dropped, because `createOutcomes` logs each failure at a limited rate.
    logger: { ...createBoltLogger(log), error: () => undefined },
    installationStore: {
      async storeInstallation(given) {
        if (!options.isListed(targetOf(given))) throw new Error('not listed');
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
        fetch: withTokenListener(createFetch(proxies, apiUrl), (given) => {
          Object.assign(exchange.getStore() ?? {}, { given });
        }),
        timeout: TIMINGS.slackAnswerTimeoutMs,
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
          if (pending.size >= MOST_AT_ONCE) {
            show(request, response, 'busy');
            return false;
          }
          pending.add(response);
          response.once('close', () => pending.delete(response));
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
          // If Slack gave a token before it failed, `isRefused` revokes that of an unlisted workspace.
          show(request, response, (await isRefused()) ? 'notListed' : outcomeOf(error));
        },
      },
    },
  });
  const answer: RequestListener = (request, response) => {
    const { url = '', headers } = request;
    const isAddressed = URL.canParse(url, `https://${headers.host}`);
    if (isAddressed) exchange.run({}, () => receiver.requestListener(request, response));
    else response.writeHead(400, { ...PAGE_HEADERS, 'content-type': 'text/plain' }).end('bad Host header');
  };
  return new Map(PATHS.map((path) => [path, answer]));
}

interface GivenToken {
  readonly token: string;
  readonly target: InstallationTarget;
}

type Fetch = ReturnType<typeof createFetch>;

const identified = z.object({ id: z.string() }).nullish();
const access = z.object({
  access_token: z.string(),
  team: identified,
  enterprise: identified,
  is_enterprise_install: z.boolean().nullish(),
});

function withTokenListener(send: Fetch, onGiven: (given: GivenToken) => void): Fetch {
  return async (...request) => {
    const answer = await send(...request);
    if (!String(request[0]).endsWith('/oauth.v2.access')) return answer;
    const { status, statusText, headers } = answer;
    const copy = new Response(await answer.text(), { status, statusText, headers: [...headers.entries()] });
    const json: unknown = await copy
      .clone()
      .json()
      .catch(() => undefined);
    const { data } = access.safeParse(json);
    if (data) {
      const { access_token: token, team, enterprise, is_enterprise_install } = data;
      onGiven({ token, target: targetOf({ team, enterprise, isEnterpriseInstall: is_enterprise_install }) });
    }
    return copy;
  };
}

type Given = Pick<
  BoltInstallation<'v2', boolean>,
  'team' | 'enterprise' | 'isEnterpriseInstall' | 'bot' | 'user'
>;

type InstallationFields = Pick<z.infer<typeof access>, 'team' | 'enterprise'> & {
  readonly isEnterpriseInstall?: boolean | null | undefined;
};

function targetOf({ team, enterprise, isEnterpriseInstall }: InstallationFields): InstallationTarget {
  const isOrganization = isEnterpriseInstall === true;
  const id = (isOrganization ? enterprise?.id : team?.id) ?? '';
  return { id, isOrganization, enterpriseId: enterprise?.id };
}

function toInstallation(given: Given, now: Date): Installation {
  const { bot, user } = given;
  if (!bot) throw new Error('Slack gave no token for a bot');
  const { id, isOrganization } = targetOf(given);
  // Bolt computed `expiresAt` from the system clock, so the remaining time is measured by that clock.
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

// Not `apps.uninstall`: the same app may serve the workspace from another bot. Without token rotation, Slack
// may give both bots the same token; then this ends the other bot's access, too.
async function revoke(
  { token, target: { id } }: GivenToken,
  { client, log }: Pick<InstallerOptions, 'client' | 'log'>,
): Promise<void> {
  await client.auth.revoke({ token }).catch((error: unknown) => {
    log.error(
      { installation: id, reason: slackErrorCode(error) },
      'the token that was just given is still good: have the app removed there by hand',
    );
  });
}

class StateError extends Error {
  override readonly name = 'StateError';
  readonly code = 'state';
}

const sealedState = sealedJson('slack.install', z.object({ id: z.uuid(), at: z.number() }));

/** OAuth states are encrypted, and valid once, for ten minutes. Only states that were used are stored. */
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
