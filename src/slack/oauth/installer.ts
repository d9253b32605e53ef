import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Installation as BoltInstallation, HTTPReceiver } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createBoltLogger } from '../connection/clients.ts';
import type { Pages } from '../connection/http.ts';
import type { Installation } from '../connection/installations.ts';
import { createFetch } from '../connection/web-client.ts';
import { isTransient, slackErrorCode } from '../errors.ts';
import { type InstallOutcome, PAGE_HEADERS, sendPage } from './page.ts';
import { createStates, STATE_MS } from './state.ts';

/** Where the app was installed. */
export interface InstalledAt {
  readonly id: string;
  readonly isOrganization: boolean;
  /** The organization that the workspace belongs to, where it does. */
  readonly enterpriseId?: string | undefined;
}

interface InstallerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly proxies?: ProxySettings | undefined;
  /** What the app asks for. */
  readonly scopes: readonly string[];
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  /** Notes a state for all replicas. @returns whether none had it */
  readonly isFirst: (id: string, keptMs: number) => Promise<boolean>;
  /** Whether this deployment is set up for it; nothing is kept where it is not. */
  readonly isListed: (place: InstalledAt) => boolean;
  readonly onInstalled: (installation: Installation) => Promise<void>;
  /** Asks Slack by a given token. */
  readonly client: WebClient;
  readonly language: Language;
  readonly supportContact: string | undefined;
  readonly now: () => Date;
  readonly log: Log;
}

const PATHS = ['/slack/install', '/slack/oauth_redirect'] as const;

/** A name by which no other host of the domain can set it (RFC 6265bis, 4.1.3.2). */
const COOKIE = '__Host-sms-desk-install';
/** Each asks Slack twice. */
const MOST_AT_ONCE = 10;
const ASKING_MS = 5_000;

/**
 * Installs the app by browser (OAuth 2.0, `oauth.v2.access`): `GET /slack/install` leads to Slack, and
 * `GET /slack/oauth_redirect` is where Slack sends people back to. Bolt's own installer does it; what is said and refused is
 * ours. A browser is told apart by a cookie.
 */
export function createInstaller(options: InstallerOptions): Pages {
  const { clientId, clientSecret, apiUrl, proxies, scopes, now, log } = options;
  const coming = new Set<ServerResponse>();
  const show = (request: IncomingMessage, response: ServerResponse, outcome: InstallOutcome) =>
    sendPage(request, response, outcome, options);
  const receiver = new HTTPReceiver({
    // It gets no other request than those two.
    signingSecret: '',
    signatureVerification: false,
    clientId,
    clientSecret,
    scopes: [...scopes],
    logger: createBoltLogger(log),
    installationStore: {
      storeInstallation: (given) => options.onInstalled(toInstallation(given, now())),
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
        fetch: createFetch(proxies),
        timeout: ASKING_MS,
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
        async afterInstallation(given, _options, request, response) {
          const place = placeOf(given);
          if (options.isListed(place)) return true;
          log.warn(
            { installation: place.id, organization: place.enterpriseId },
            'refused to be installed where WORKSPACES_FILE does not list it; nothing of it is kept',
          );
          await giveBack(given.bot?.token, place, options);
          show(request, response, 'notListed');
          return false;
        },
        async successAsync(_installation, _options, request, response) {
          show(request, response, 'installed');
        },
        async failureAsync(error, _options, request, response) {
          show(request, response, outcomeOf(error, log));
        },
      },
    },
  });
  return new Map(PATHS.map((path) => [path, receiver.requestListener]));
}

/** Bolt's words for what went wrong before Slack was asked. */
const OUTCOMES: Readonly<Record<string, InstallOutcome>> = {
  slack_oauth_installer_authorization_error: 'denied',
  slack_oauth_missing_code: 'refused',
  slack_oauth_missing_state: 'state',
  slack_oauth_invalid_state: 'state',
  state: 'state',
};

/** What Slack says where the fault is not that of whoever installs, and what to do. */
const REMEDIES: Readonly<Record<string, string>> = {
  bad_client_secret: 'SLACK_CLIENT_SECRET is not the app’s: copy it from “Basic Information”',
  invalid_client_id: 'SLACK_CLIENT_ID is not the app’s: copy it from “Basic Information”',
  bad_redirect_uri:
    'add this bot’s https address with /slack/oauth_redirect to the app’s “OAuth & Permissions” → Redirect URLs',
};

function outcomeOf(error: Error & { readonly code: string }, log: Log): InstallOutcome {
  const known = OUTCOMES[error.code];
  if (known) {
    log.info({ outcome: known }, 'the app was not installed');
    return known;
  }
  const reason = slackErrorCode(error);
  if (reason === undefined) {
    log.error({ err: error }, 'the app was not installed: what Slack gave could not be kept');
    return 'broken';
  }
  const whatToDo = REMEDIES[reason];
  log[whatToDo ? 'error' : 'warn'](
    { reason },
    `the app was not installed: Slack did not give a token${whatToDo ? `; ${whatToDo}` : ''}`,
  );
  return isTransient(reason) ? 'slackAway' : 'refused';
}

type Given = Pick<
  BoltInstallation<'v2', boolean>,
  'team' | 'enterprise' | 'isEnterpriseInstall' | 'bot' | 'user'
>;

function placeOf({ team, enterprise, isEnterpriseInstall }: Given): InstalledAt {
  const isOrganization = isEnterpriseInstall === true;
  const id = (isOrganization ? enterprise?.id : team?.id) ?? '';
  return { id, isOrganization, enterpriseId: enterprise?.id };
}

function toInstallation(given: Given, now: Date): Installation {
  const { bot, user } = given;
  if (!bot) throw new Error('Slack gave no token for a bot');
  const { id, isOrganization } = placeOf(given);
  // Bolt reckons from the machine's clock.
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

/** Takes the app away where nobody is to have it. Never rejects. */
async function giveBack(
  token: string | undefined,
  { id }: InstalledAt,
  { client, clientId, clientSecret, log }: InstallerOptions,
): Promise<void> {
  if (token === undefined) return;
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
