import { z } from 'zod';
import type { JsonObject } from '../../fake-slack/json.ts';
import type { Manifest } from '../../fake-slack/workspace/manifest.ts';
import { type Faults, faultsSchema } from '../../sandbox/faults.ts';

/** Everything that one person's page shows, sent again at every change. The page stores only drafts. */
export interface PageState {
  readonly team: string;
  readonly bot: PageBot;
  readonly person: string;
  readonly people: readonly PagePerson[];
  /** User groups. `name` is the group's handle, without `@`. */
  readonly userGroups: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly PageChannel[];
  readonly commands: readonly PageCommand[];
  readonly suggestions: readonly PageSuggestion[];
  /** Messages of all channels, with replies in threads, oldest first. */
  readonly messages: readonly PageMessage[];
  readonly home?: PageView;
  readonly form?: PageForm;
  readonly stepRun?: PageStepRun;
  /** The latest requests between Slack, bot and platform, newest last. */
  readonly requests: readonly LoggedRequest[];
  readonly clock: PageClock;
  readonly platform: PagePlatform;
}

interface PageBot extends Pick<Manifest, 'name' | 'description' | 'shortcuts' | 'steps'> {
  readonly id: string;
}

export type PageCommand = Omit<Manifest['commands'][number], 'escapes'>;
export type PageShortcut = Manifest['shortcuts'][number];
export type PageStep = Manifest['steps'][number];

export interface PageStepRun {
  readonly callbackId: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly outputs: readonly { readonly title: string; readonly value: string }[];
  readonly error?: string;
}

export interface PagePerson {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly locale: string;
  readonly zone: string;
}

export interface PageChannel {
  readonly hasBot: boolean;
  readonly isArchived: boolean;
  readonly id: string;
  readonly name: string;
  readonly isDm: boolean;
  readonly about?: string;
}

export interface PageSuggestion {
  readonly typed: string;
  readonly about: string;
}

export interface PageMessage {
  readonly ts: string;
  readonly channel: string;
  readonly author: string;
  readonly isOnlyForYou: boolean;
  readonly isEdited: boolean;
  readonly threadTs?: string;
  readonly isBroadcast: boolean;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly files: readonly PageFile[];
}

export interface PageFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly sizeBytes: number;
  readonly url: string;
  readonly beginning: string;
}

export interface PageView {
  readonly id: string;
  readonly hash: string;
  readonly blocks: readonly JsonObject[];
  /** Entered values in the form of Slack's `state.values`: by block id, then by action id. */
  readonly values: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

export interface PageForm extends PageView {
  readonly title: string;
  readonly submit?: string;
  readonly close: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Slack's text for a bot that did not answer, or answered incorrectly. */
  readonly notice?: string;
}

/** Summary of a request and its answer; `GET /requests/<id>` returns the details. */
export interface LoggedRequest {
  readonly id: number;
  /** Start time by the page's clock, as ISO 8601. */
  readonly at: string;
  readonly from: Party;
  readonly to: Party;
  /** Name such as `/sms-status`, `block_actions`, `message`, `chat.postMessage` or `POST /report_mt`. */
  readonly name: string;
  /** Result of the request in short: `200`, `ok`, `invalid_blocks`, `no answer`. */
  readonly outcome: string;
  readonly isProblem: boolean;
  readonly tookMs: number;
}

type Party = 'slack' | 'bot' | 'platform';

/** A request and its answer, in which secrets, phone numbers, codes and links are hidden. */
export interface LoggedRequestDetail extends LoggedRequest {
  readonly request: string;
  readonly answer: string;
}

export interface PageClock {
  /** Time by the clock when the page state was sent, as ISO 8601. */
  readonly now: string;
  /** True if the clock was set to a time other than real time. */
  readonly isMoved: boolean;
}

export interface PagePlatform {
  readonly isReachable: boolean;
  readonly faults: Faults;
}

const id = z.string().min(1).max(100);
/** Entered text, value of an option, date, time or channel id; `null` if the field is empty. */
const fieldValue = z.string().max(10_000).nullable();
const values = z.record(z.string(), fieldValue);
const used = { blockId: z.string(), actionId: z.string(), value: fieldValue.exactOptional() };

/** Body of `POST /actions`. */
export const userActionSchema = z.discriminatedUnion('kind', [
  /** Sends a slash command or a message that is typed in a channel or thread. */
  z.strictObject({
    kind: z.literal('say'),
    person: id,
    channel: id,
    text: z.string().min(1).max(12_000),
    threadTs: id.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('press'), person: id, ts: id, ...used }),
  /** Uses a button or field of the modal. `values` has the values of all fields of the modal. */
  z.strictObject({ kind: z.literal('use'), person: id, values, ...used }),
  z.strictObject({ kind: z.literal('submit'), person: id, values }),
  z.strictObject({ kind: z.literal('close'), person: id }),
  z.strictObject({ kind: z.literal('home'), person: id }),
  /** Uses a button or field of the Home tab. `values` has the values of all its fields. */
  z.strictObject({ kind: z.literal('use-home'), person: id, values, ...used }),
  /** Uses a message shortcut on the message `ts`, or without `ts` a global shortcut. */
  z.strictObject({ kind: z.literal('shortcut'), person: id, callbackId: id, ts: id.exactOptional() }),
  /** Runs a workflow step. `inputs` maps the names of the step's parameters to values. */
  z.strictObject({
    kind: z.literal('step'),
    person: id,
    callbackId: id,
    inputs: z.record(z.string(), z.string().max(3_000)),
  }),
  z.strictObject({ kind: z.literal('speak'), person: id, locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/) }),
  /** Archives or unarchives a channel, invites or removes the bot. */
  z.strictObject({
    kind: z.literal('channel'),
    channel: id,
    hasBot: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
  }),
  /** Sets the common clock of bot, platform and page (ISO 8601); `null` sets real time. */
  z.strictObject({ kind: z.literal('clock'), at: z.iso.datetime({ offset: true }).nullable() }),
  z.strictObject({ kind: z.literal('faults'), faults: faultsSchema }),
  /** Makes the simulated platform accept or refuse connections. */
  z.strictObject({ kind: z.literal('reach'), isReachable: z.boolean() }),
  /** Revokes all tokens that the simulated platform has issued. */
  z.strictObject({ kind: z.literal('revoke') }),
  /** Removes all messages, ends all faults, restarts the bot and sets the clock to real time. */
  z.strictObject({ kind: z.literal('reset') }),
]);

export type UserAction = z.input<typeof userActionSchema>;
/** A used button or menu. `value` is the chosen option; a button has no value. */
export type UsedElement = Pick<Extract<UserAction, { kind: 'press' }>, keyof typeof used>;
export type FieldValue = z.output<typeof fieldValue>;
export type FormValues = z.output<typeof values>;

export type UserActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: UserActionProblem };

/** Why an action failed. `unanswered`: the bot did not acknowledge. `impossible`: `detail` says why. */
export type UserActionProblem =
  | { readonly code: 'unanswered' }
  | { readonly code: 'impossible'; readonly detail: string };
