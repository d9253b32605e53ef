import type { ColumnType, Kysely } from 'kysely';
import { z } from 'zod';
import { isCalendarDay } from '../domain/time/calendar.ts';
import { isTimeZone } from '../domain/time/wall-clock.ts';
import type { Log } from '../ops/log.ts';

/** Tables. Counts are `integer`, a number in both drivers; an empty `sender` or `channel` stands for all. */
export interface Schema {
  readonly readings: {
    account: string;
    /** `YYYY-MM-DD` in the platform's calendar; text, because drivers turn dates into instants. */
    day: string;
    sender: string;
    read_at: Date;
    took_ms: number;
    bytes: number;
    received: number;
    unreadable: number;
    announced: number | null;
    failing_numbers: number | null;
    may_lack_days: boolean;
    cells: Uint8Array;
  };
  readonly leases: {
    account: string;
    name: string;
    owner: string;
    expires_at: Date;
  };
  readonly seen_requests: {
    account: string;
    /** Slack’s id of the request, or a digest of its signature. */
    id: string;
    expires_at: Date;
  };
  readonly audit: {
    id: string;
    account: string;
    at: Date;
    act: string;
    surface: string;
    person: string;
    team: string | null;
    channel: string | null;
    reference: string;
    outcome: string;
    why: string | null;
    reason: string | null;
    number_digest: string | null;
    expires_at: Date;
  };
  readonly audit_keys: {
    id: string;
    account: string;
    sealed_key: string;
    /** A digest of the `SECRET_KEY` that sealed the row. */
    sealed_by: string;
    made_at: Date;
  };
  readonly usage: {
    account: string;
    who: string;
    full_at: Date;
  };
  readonly preferences: {
    account: string;
    person: string;
    language: string | null;
    zone: string | null;
  };
  readonly recent_lookups: {
    id: string;
    account: string;
    person: string;
    subject: string;
    sealed_lookup: string;
    at: Date;
    expires_at: Date;
  };
  readonly long_runs: {
    id: string;
    account: string;
    user_id: string;
    channel: string | null;
    message_ts: string | null;
    sealed_request: string;
    state: string;
    days_done: ColumnType<number, number | undefined, number>;
    of_days: number;
    messages_read: ColumnType<number, number | undefined, number>;
    created_at: ColumnType<Date, Date | undefined, never>;
    heartbeat_at: ColumnType<Date, Date | undefined, Date>;
  };
  readonly posts: {
    account: string;
    channel: string;
    key: string;
    /** State of a message: `open` (not sent), `attempted` (Slack may have accepted it) or `posted`. */
    state: string;
    owner: string;
    leased_until: Date;
    attempted_at: Date | null;
    message_ts: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  readonly post_pace: {
    account: string;
    channel: string;
    next_at: Date;
  };
  readonly subscriptions: Setting & {
    sender: string;
    time: string;
    subscriber: string;
    next_due_at: Date;
  };
  readonly subscription_numbers: {
    account: string;
    last: number;
  };
  readonly summaries: {
    id: string;
    account: string;
    channel: string;
    sender: string;
    day: string;
    zone: string;
    language: string;
    due_at: Date;
    planned_at: Date;
    state: string;
    step_at: Date;
    queued_at: Date | null;
    message_ts: string | null;
    has_details: ColumnType<boolean, boolean | undefined, boolean>;
    is_late: ColumnType<boolean, boolean | undefined, boolean>;
    first_rate: number | null;
  };
  readonly watches: Setting & {
    sensitivity: string;
    watcher: string;
    mention: string | null;
    tells_end: ColumnType<boolean, boolean | undefined, boolean>;
  };
  readonly watch_numbers: {
    account: string;
    last: number;
  };
  readonly watch_states: {
    account: string;
    sensitivity: string;
    /** Optimistic lock: each check adds one, so only one of two simultaneous checks is stored. */
    version: number;
    state: string;
    checked_at: Date;
    took_ms: number;
  };
  readonly observations: {
    account: string;
    at: Date;
    counted: string;
  };
  readonly incidents: {
    id: string;
    account: string;
    sensitivity: string;
    /** Subject of the incident: `all`, `platform`, or `operator ` followed by the operator’s name. */
    whose: string;
    verdict: string;
    began_at: Date;
    ended_at: Date | null;
    revision: number;
    /** Number of the incident’s events, which is also the number of its latest event. */
    events: number;
    evidence: string;
  };
  readonly incident_events: {
    incident: string;
    number: number;
    kind: string;
    at: Date;
    verdict: string | null;
    person: string | null;
    name: string | null;
    until: Date | null;
  };
  readonly incident_posts: {
    incident: string;
    channel: string;
    zone: string;
    language: string;
    message_ts: string | null;
    shown: ColumnType<number, number | undefined, number>;
    told: ColumnType<number, number | undefined, number>;
    is_over: ColumnType<boolean, boolean | undefined, boolean>;
    is_closed: ColumnType<boolean, boolean | undefined, boolean>;
    mention: string | null;
    tells_end: ColumnType<boolean, boolean | undefined, boolean>;
  };
  readonly incident_followers: {
    incident: string;
    person: string;
    operator: string;
    language: string;
    zone: string;
  };
  readonly settlings: {
    id: string;
    account: string;
    person: string;
    message: string;
    look: string;
    sealed_message: string;
    language: string;
    zone: string;
    channel: string | null;
    message_ts: string | null;
    asked_at: Date;
    next_look_at: Date;
    leased_until: Date;
    looks: ColumnType<number, number | undefined, number>;
  };
  readonly installations: {
    /** In this table, the Slack app’s client id; in other tables, the account of a workspace. */
    account: string;
    id: string;
    is_organization: boolean;
    sealed_tokens: string | null;
    bot_user: string | null;
    scopes: string;
    expires_at: Date | null;
    installed_by: string | null;
    installed_at: Date;
    /** Optimistic lock: a renewed token is stored only if the version is the same as before the renewal. */
    version: ColumnType<number, number | undefined, number>;
    removed_at: Date | null;
  };
}

interface Setting {
  id: string;
  account: string;
  number: number;
  channel: string;
  zone: string;
  language: string;
  state: string;
  paused_because: string | null;
  paused_by: string | null;
  paused_at: Date | null;
  told: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface AccountDatabase {
  readonly db: Kysely<Schema>;
  /** Separates deployments that share a database: the platform’s base URL and a digest of the login. */
  readonly account: string;
  readonly log?: Log | undefined;
}

export const ALL_SENDERS = '';

export const language = z.enum(['en', 'es']);
export const zone = z.string().refine(isTimeZone);
export const channelId = z.string().regex(/^[CG][A-Z0-9]+$/);
export const day = z.string().refine(isCalendarDay);
export const hoursAndMinutes = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
