import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLanguage, type Language } from '../../i18n/index.ts';
import { install as en } from '../../i18n/locales/install.en.ts';
import { install as es } from '../../i18n/locales/install.es.ts';
import { createRareWarning, type Log } from '../../ops/log.ts';
import { isTransient, slackErrorCode } from '../errors.ts';

const translations = { en, es };

export type InstallOutcome = Exclude<keyof typeof en, 'title' | 'again'>;

const STATUS: Readonly<Record<InstallOutcome, number>> = {
  installed: 200,
  denied: 200,
  state: 400,
  refused: 400,
  failed: 502,
  busy: 503,
  notListed: 403,
};

const STYLE =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem}';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page's address contains an OAuth code: these headers keep it out of caches and other websites. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

interface PageOptions {
  readonly language: Language;
  readonly supportContact: string | undefined;
}

function installPage(outcome: InstallOutcome, { language, supportContact }: PageOptions): string {
  const t = translations[language];
  const { heading, nextStep } = t[outcome];
  const sentence = typeof nextStep === 'string' ? nextStep : nextStep(supportContact);
  // The link is relative, so that it also works behind a proxy that adds a prefix to the path.
  const again = outcome === 'installed' ? '' : `<p><a href="install">${escaped(t.again)}</a></p>\n`;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(t.title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(heading)}</h1>
<p>${escaped(sentence)}</p>
${again}</main>
</html>
`;
}

export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: InstallOutcome,
  { language, supportContact }: PageOptions,
): void {
  const ownLanguage = preferredLanguage(request.headers['accept-language']) ?? language;
  const body = installPage(outcome, { language: ownLanguage, supportContact });
  response
    .writeHead(STATUS[outcome], { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' })
    .end(body);
}

/** The first of the bot's languages in `Accept-Language`, which browsers send in the order of preference. */
function preferredLanguage(header = ''): Language | undefined {
  const tags = header.slice(0, LONGEST_HEADER).toLowerCase().split(',');
  return tags.map((tag) => tag.trim().slice(0, 2)).find(isLanguage);
}

const LONGEST_HEADER = 500;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Error code of an installation that failed before the bot called Slack → the page to show. */
const OUTCOMES: Readonly<Record<string, InstallOutcome>> = {
  slack_oauth_installer_authorization_error: 'denied',
  slack_oauth_missing_code: 'refused',
  slack_oauth_missing_state: 'state',
  slack_oauth_invalid_state: 'state',
  state: 'state',
};

const REMEDIES: Readonly<Record<string, string>> = {
  bad_client_secret: 'SLACK_CLIENT_SECRET is not the app’s: copy it from “Basic Information”',
  invalid_client_id: 'SLACK_CLIENT_ID is not the app’s: copy it from “Basic Information”',
  bad_redirect_uri:
    'add this bot’s https address with /slack/oauth_redirect to the app’s “OAuth & Permissions” → Redirect URLs',
};

/** Maps an error to the page to show. Logs each reason only once a minute, because the pages are public. */
export function createOutcomes(log: Log): (error: Error & { readonly code: string }) => InstallOutcome {
  const warnings = new Map<string, ReturnType<typeof createRareWarning>>();
  const warn = (reason: string, problem: string, error: Error) => {
    const warning = warnings.get(reason) ?? createRareWarning({ log, problem });
    warnings.set(reason, warning);
    warning.warn(error);
  };
  return (error) => {
    const known = OUTCOMES[error.code];
    if (known) {
      warn(known, 'the app was not installed', coded(known));
      return known;
    }
    const reason = slackErrorCode(error);
    if (reason === undefined) {
      warn('storage', 'the app was not installed: what Slack gave could not be kept', error);
      return 'failed';
    }
    const whatToDo = REMEDIES[reason];
    const problem = 'the app was not installed: Slack did not give a token';
    warn(reason, whatToDo ? `${problem}; ${whatToDo}` : problem, coded(reason));
    return isTransient(reason) ? 'failed' : 'refused';
  };
}

const coded = (code: string) => Object.assign(new Error(), { code });
