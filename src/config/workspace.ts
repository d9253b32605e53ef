import type { z } from 'zod';
import type { OAuthSettings } from '../upstream/index.ts';
import { variables } from './variables.ts';

/** Variables of the whole process; all others are of a workspace. */
const PROCESS = {
  SLACK_SIGNING_SECRET: true,
  SLACK_APP_TOKEN: true,
  SLACK_CLIENT_ID: true,
  SLACK_CLIENT_SECRET: true,
  WORKSPACES_FILE: true,
  SLACK_API_URL: true,
  PORT: true,
  HOST: true,
  OPS_PORT: true,
  OPS_HOST: true,
  HTTPS_PROXY: true,
  HTTP_PROXY: true,
  NO_PROXY: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  REDIS_URL: true,
  SECRET_KEY: true,
  SECRET_KEY_PREVIOUS: true,
  LOG_LEVEL: true,
} as const;

export const processVariables = variables.pick(PROCESS);

/** Without `SLACK_BOT_TOKEN`: with several workspaces, Slack gives each a token at its installation. */
export const workspaceVariables = variables.omit({ ...PROCESS, SLACK_BOT_TOKEN: true });

export const workspaceNames: readonly string[] = Object.keys(variables.shape).filter(
  (name) => name in workspaceVariables.shape,
);

type WorkspaceValues = z.output<typeof workspaceVariables>;

export type WorkspaceConfig = ReturnType<typeof workspaceOf>;

export function workspaceOf(value: WorkspaceValues) {
  return {
    platform: {
      baseUrl: value.SMS_BASE_URL,
      email: value.SMS_EMAIL,
      password: value.SMS_PASSWORD,
      reportToken: value.SMS_REPORT_TOKEN,
      infoAuth: value.SMS_INFO_AUTH,
      infoDateFormat: value.SMS_INFO_DATE_FORMAT,
      /** Account at the platform's second host; if `undefined`, messages cannot be found by identifier. */
      oauth: oauthOf(value),
      reportBounds: value.SMS_REPORT_BOUNDS,
      reportTimeZone: value.SMS_REPORT_TIMEZONE,
      concurrency: value.SMS_CONCURRENCY,
      timeoutMs: value.SMS_TIMEOUT_SECONDS * 1000,
    },
    senders: value.SMS_SENDERS,
    /** Explanations of the platform's status words for failures, by word in lower case. */
    failureWords: value.FAILURE_WORDS,
    timeZone: value.TIMEZONE,
    language: value.LANGUAGE,
    defaultRegion: value.DEFAULT_REGION,
    receiptHours: value.SETTLE_HOURS,
    /** If true, the bot reads the past weeks that checks compare with in advance. */
    readsAhead: value.READ_AHEAD === 'yes',
    access: {
      channels: value.ALLOWED_CHANNELS,
      userGroups: value.ALLOWED_USERGROUPS,
      allowsGuests: value.ALLOW_GUESTS === 'yes',
      notifyUserGroups: value.NOTIFY_USERGROUPS,
      revealUserGroups: value.REVEAL_USERGROUPS,
    },
    auditDays: value.AUDIT_DAYS,
    /** Number of days that an incident is stored after its end. */
    incidentDays: value.INCIDENT_DAYS,
    /** Slack channel that is notified if one person does unusually many actions of one kind. */
    auditChannel: value.AUDIT_CHANNEL,
    limitsUsage: value.LIMIT_USAGE === 'yes',
    runsWorkflowStep: value.WORKFLOW_STEP === 'yes',
    /** Address of a new ticket, with `{subject}` and `{description}`. */
    ticketUrlTemplate: value.TICKET_URL_TEMPLATE,
    supportContact: value.SUPPORT_CONTACT,
  };
}

export function platformSecretsOf({ platform }: Pick<WorkspaceConfig, 'platform'>): (string | undefined)[] {
  const { email, password, reportToken, oauth } = platform;
  return [email, password, reportToken, oauth?.clientSecret];
}

function oauthOf(value: WorkspaceValues): OAuthSettings | undefined {
  const { SMS_AUTH_URL: authUrl, SMS_CLIENT_ID: clientId, SMS_CLIENT_SECRET: clientSecret } = value;
  if (authUrl === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { authUrl, clientId, clientSecret, validityUnit: value.SMS_VALIDITY_UNIT };
}
