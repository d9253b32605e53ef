import { createRareWarning, type Log } from '../../ops/log.ts';
import { isTransient, slackErrorCode } from '../errors.ts';
import type { InstallOutcome } from './page.ts';

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

/** What came of an installation that did not end well. Anybody can open the pages: the log tells of each reason once a minute. */
export function createOutcomes(log: Log): (error: Error & { readonly code: string }) => InstallOutcome {
  const warnings = new Map<string, ReturnType<typeof createRareWarning>>();
  const tell = (reason: string, trouble: string, error: Error) => {
    const warning = warnings.get(reason) ?? createRareWarning({ log, trouble });
    warnings.set(reason, warning);
    warning.warn(error);
  };
  return (error) => {
    const known = OUTCOMES[error.code];
    if (known) {
      tell(known, 'the app was not installed', coded(known));
      return known;
    }
    const reason = slackErrorCode(error);
    if (reason === undefined) {
      tell('kept', 'the app was not installed: what Slack gave could not be kept', error);
      return 'broken';
    }
    const whatToDo = REMEDIES[reason];
    const trouble = 'the app was not installed: Slack did not give a token';
    tell(reason, whatToDo ? `${trouble}; ${whatToDo}` : trouble, coded(reason));
    return isTransient(reason) ? 'slackAway' : 'refused';
  };
}

const coded = (code: string) => Object.assign(new Error(), { code });
