import { z } from 'zod';
import type { JsonObject } from '../../fake-slack/json.ts';
import type { Manifest } from '../../fake-slack/workspace/manifest.ts';
import { type Faults, faultsSchema } from '../../sandbox/faults.ts';

/** The whole state of one person's page, sent again at every change. The page itself stores only drafts. */
export interface PageState {
  readonly team: string;
  readonly bot: PageBot;
  /** Id of the person whose page this is. */
  readonly person: string;
  readonly people: readonly PagePerson[];
  /** `name` is the handle. */
  readonly userGroups: readonly { readonly id: string; readonly name: string }[];
  /** The channels that this person can open, with the direct message with the bot. */
  readonly channels: readonly PageChannel[];
  readonly commands: readonly PageCommand[];
  readonly suggestions: readonly PageSuggestion[];
  /** Of all channels, replies included, oldest first. */
  readonly messages: readonly PageMessage[];
  /** The Home tab that the bot published for this person. */
  readonly home?: PageView;
  readonly form?: PageForm;
  /** This person's newest run of a workflow step. */
  readonly stepRun?: PageStepRun;
  /** Newest last; the oldest are dropped. */
  readonly requests: readonly LoggedRequest[];
  readonly clock: PageClock;
  readonly platform: PagePlatform;
}

/** The app, from its manifest. */
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
  /** The bot's error message. */
  readonly error?: string;
}

export interface PagePerson {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** As Slack writes it: `en-US`, `es-CL`. */
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
}

export interface PageChannel {
  readonly hasBot: boolean;
  readonly isArchived: boolean;
  readonly id: string;
  /** Without `#`; for the direct message, the bot's name. */
  readonly name: string;
  readonly isDm: boolean;
  /** Description of the channel. */
  readonly about?: string;
}

export interface PageSuggestion {
  /** The text to type: `/sms-status +56 9 1111 0003`. */
  readonly typed: string;
  readonly about: string;
}

export interface PageMessage {
  /** Slack's time stamp, the id of the message. */
  readonly ts: string;
  readonly channel: string;
  /** `bot`, `slackbot`, or the id of a person. */
  readonly author: string;
  readonly isOnlyForYou: boolean;
  readonly isEdited: boolean;
  /** The message this one replies to. */
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
  /** Download URL on the page's server. */
  readonly url: string;
  /** The first part of the text, for a preview. */
  readonly beginning: string;
}

/** A modal or the Home tab. */
export interface PageView {
  readonly id: string;
  /** Changes with every change of the content. */
  readonly hash: string;
  readonly blocks: readonly JsonObject[];
  /** Entered values, as Slack's `state.values`: by block id, then by action id. */
  readonly values: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

export interface PageForm extends PageView {
  readonly title: string;
  readonly submit?: string;
  readonly close: string;
  /** Errors by block id. */
  readonly errors: Readonly<Record<string, string>>;
  /** The notice that the bot did not answer, or answered incorrectly. */
  readonly notice?: string;
}

/** Summary of a request and its answer. `GET /requests/<id>` has the details. */
export interface LoggedRequest {
  readonly id: number;
  /** ISO 8601, by the page's clock. */
  readonly at: string;
  /** Sender and receiver. */
  readonly from: Party;
  readonly to: Party;
  /** `/sms-status`, `block_actions`, `message`, `chat.postMessage`, `POST /report_mt`. */
  readonly name: string;
  /** The answer in a word: `200`, `ok`, `invalid_blocks`, `no answer`. */
  readonly outcome: string;
  readonly isProblem: boolean;
  readonly tookMs: number;
}

type Party = 'slack' | 'bot' | 'platform';

/** A request and its answer, with secrets, numbers and texts hidden. */
export interface LoggedRequestDetail extends LoggedRequest {
  /** Formatted JSON, or text. */
  readonly request: string;
  readonly answer: string;
}

export interface PageClock {
  /** ISO 8601, when the state was sent. */
  readonly now: string;
  /** The clock does not show real time. */
  readonly isMoved: boolean;
}

export interface PagePlatform {
  /** The platform listens at its address. */
  readonly isReachable: boolean;
  readonly faults: Faults;
}

const id = z.string().min(1).max(100);
/** A text, the value of an option, a date, a time, the id of a channel; `null` for nothing. */
const fieldValue = z.string().max(10_000).nullable();
/** By block id. */
const values = z.record(z.string(), fieldValue);
const used = { blockId: z.string(), actionId: z.string(), value: fieldValue.exactOptional() };

/** Body of `POST /actions`. */
export const userActionSchema = z.discriminatedUnion('kind', [
  /** Typed into a channel or a thread: a slash command, or a message. */
  z.strictObject({
    kind: z.literal('say'),
    person: id,
    channel: id,
    text: z.string().min(1).max(12_000),
    threadTs: id.exactOptional(),
  }),
  /** A button or menu of a message. */
  z.strictObject({ kind: z.literal('press'), person: id, ts: id, ...used }),
  /** A button of the form, or a field that dispatches actions. `values` are those of all other fields. */
  z.strictObject({ kind: z.literal('use'), person: id, values, ...used }),
  z.strictObject({ kind: z.literal('submit'), person: id, values }),
  z.strictObject({ kind: z.literal('close'), person: id }),
  /** Opens the Home tab of the bot. */
  z.strictObject({ kind: z.literal('home'), person: id }),
  /** A button or field of Home. `values` are those of all other fields. */
  z.strictObject({ kind: z.literal('use-home'), person: id, values, ...used }),
  /** A message shortcut with `ts`, else a global shortcut. */
  z.strictObject({ kind: z.literal('shortcut'), person: id, callbackId: id, ts: id.exactOptional() }),
  /** Runs a workflow step. `inputs` by name. */
  z.strictObject({
    kind: z.literal('step'),
    person: id,
    callbackId: id,
    inputs: z.record(z.string(), z.string().max(3_000)),
  }),
  /** A person's language in Slack. */
  z.strictObject({ kind: z.literal('speak'), person: id, locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/) }),
  /** Archives or unarchives a channel, invites or removes the bot. */
  z.strictObject({
    kind: z.literal('channel'),
    channel: id,
    hasBot: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
  }),
  /** Sets the common clock of bot, platform and page (ISO 8601); `null` is real time. */
  z.strictObject({ kind: z.literal('clock'), at: z.iso.datetime({ offset: true }).nullable() }),
  /** Replaces all faults. */
  z.strictObject({ kind: z.literal('faults'), faults: faultsSchema }),
  /** Starts or stops listening at the platform's address. */
  z.strictObject({ kind: z.literal('reach'), isReachable: z.boolean() }),
  /** Revokes all tokens of the platform. */
  z.strictObject({ kind: z.literal('revoke') }),
  /** Empties the workspace, ends all faults, and sets real time. */
  z.strictObject({ kind: z.literal('reset') }),
]);

export type UserAction = z.input<typeof userActionSchema>;
/** A used element. `value` is the choice, if it has one. */
export type UsedElement = Pick<Extract<UserAction, { kind: 'press' }>, keyof typeof used>;
export type FieldValue = z.output<typeof fieldValue>;
export type FormValues = z.output<typeof values>;

/** Result of an action, after the bot's acknowledgement or its timeout. */
export type UserActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: UserActionProblem };

/** `unanswered`: the bot did not acknowledge. `impossible`: not possible now; `detail` says why, in English. */
export type UserActionProblem =
  | { readonly code: 'unanswered' }
  | { readonly code: 'impossible'; readonly detail: string };
