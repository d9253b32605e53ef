import { z } from 'zod';
import type { JsonObject } from '../../fake-slack/json.ts';
import type { Manifest } from '../../fake-slack/workspace/manifest.ts';
import { type Faults, faultsSchema } from '../../sandbox/faults.ts';

/** All that one person's page shows, sent anew with every change. The page keeps nothing else but what is being typed. */
export interface PageState {
  readonly team: string;
  readonly bot: PageBot;
  /** Id of the person whose page this is. */
  readonly person: string;
  readonly people: readonly PagePerson[];
  /** Called by their handles. */
  readonly userGroups: readonly { readonly id: string; readonly name: string }[];
  /** Those this person can open; the direct message with the bot is one of them. */
  readonly channels: readonly PageChannel[];
  readonly commands: readonly PageCommand[];
  readonly suggestions: readonly PageSuggestion[];
  /** In every channel, replies too, oldest first. */
  readonly messages: readonly PageMessage[];
  /** What the bot has published on its Home tab for this person. */
  readonly home?: PageView;
  readonly form?: PageForm;
  /** The newest run of a workflow step by this person. */
  readonly stepRun?: PageStepRun;
  /** Newest last; the oldest are forgotten. */
  readonly requests: readonly LoggedRequest[];
  readonly clock: PageClock;
  readonly platform: PagePlatform;
}

/** The app as it presents itself, by its manifest. */
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
  /** Why it failed, in the bot's words. */
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
  /** What to see there. */
  readonly about?: string;
}

export interface PageSuggestion {
  /** As it is typed: `/sms-status +56 9 1111 0003`. */
  readonly typed: string;
  readonly about: string;
}

export interface PageMessage {
  /** Slack's time stamp, which names the message. */
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
  /** Address to download it from, on the page's own server. */
  readonly url: string;
  /** The beginning of a text, for a preview. */
  readonly beginning: string;
}

/** What the bot shows outside messages, with fields. */
export interface PageView {
  readonly id: string;
  /** Changes with every change of what is shown. */
  readonly hash: string;
  readonly blocks: readonly JsonObject[];
  /** What is entered so far, as Slack's `state.values`: by block id, then by action id. */
  readonly values: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

export interface PageForm extends PageView {
  readonly title: string;
  readonly submit?: string;
  readonly close: string;
  /** What is wrong, by block id. */
  readonly errors: Readonly<Record<string, string>>;
  /** The notice that the bot did not answer, or not as Slack wants it. */
  readonly trouble?: string;
}

/** One request and its answer, in short. The whole of it is at `GET /requests/<id>`. */
export interface LoggedRequest {
  readonly id: number;
  /** ISO 8601, by the page's clock. */
  readonly at: string;
  /** Who asked whom. */
  readonly from: Party;
  readonly to: Party;
  /** `/sms-status`, `block_actions`, `message`, `chat.postMessage`, `POST /report_mt`. */
  readonly name: string;
  /** What the answer was in a word: `200`, `ok`, `invalid_blocks`, `no answer`. */
  readonly outcome: string;
  readonly isProblem: boolean;
  readonly tookMs: number;
}

type Party = 'slack' | 'bot' | 'platform';

/** A request and its answer, secrets, numbers and texts hidden. */
export interface LoggedRequestDetail extends LoggedRequest {
  /** Pretty JSON, or text. */
  readonly request: string;
  readonly answer: string;
}

export interface PageClock {
  /** ISO 8601, at the moment the state was sent; it runs on from there. */
  readonly now: string;
  /** False while it shows real time. */
  readonly isMoved: boolean;
}

export interface PagePlatform {
  /** False while nothing listens at its address. */
  readonly isReachable: boolean;
  readonly faults: Faults;
}

const id = z.string().min(1).max(100);
/** A text, the value of an option, a date, a time, the id of a channel; `null` for nothing. */
const fieldValue = z.string().max(10_000).nullable();
/** By block id. */
const values = z.record(z.string(), fieldValue);
const used = { blockId: z.string(), actionId: z.string(), value: fieldValue.exactOptional() };

/** What the page asks for: `POST /actions`. */
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
  /** A button of the form, or a field the bot wants to hear of at once; `values` are all the others. */
  z.strictObject({ kind: z.literal('use'), person: id, values, ...used }),
  z.strictObject({ kind: z.literal('submit'), person: id, values }),
  z.strictObject({ kind: z.literal('close'), person: id }),
  /** Opens the Home tab of the bot. */
  z.strictObject({ kind: z.literal('home'), person: id }),
  /** A button or field of Home; `values` are all the others. */
  z.strictObject({ kind: z.literal('use-home'), person: id, values, ...used }),
  /** A shortcut: with `ts` on that message, else from anywhere. */
  z.strictObject({ kind: z.literal('shortcut'), person: id, callbackId: id, ts: id.exactOptional() }),
  /** Runs a workflow step; `inputs` by their names. */
  z.strictObject({
    kind: z.literal('step'),
    person: id,
    callbackId: id,
    inputs: z.record(z.string(), z.string().max(3_000)),
  }),
  /** A person's language in Slack. */
  z.strictObject({ kind: z.literal('speak'), person: id, locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/) }),
  /** People archive a channel or take it up again, invite the bot or remove it. */
  z.strictObject({
    kind: z.literal('channel'),
    channel: id,
    hasBot: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
  }),
  /** Moves the one clock of bot, platform and page to an instant (ISO 8601); `null` is real time. */
  z.strictObject({ kind: z.literal('clock'), at: z.iso.datetime({ offset: true }).nullable() }),
  /** Puts these faults in force in place of all earlier ones. */
  z.strictObject({ kind: z.literal('faults'), faults: faultsSchema }),
  /** Whether anything listens at the platform's address. */
  z.strictObject({ kind: z.literal('reach'), isReachable: z.boolean() }),
  /** Ends every token the platform has issued. */
  z.strictObject({ kind: z.literal('revoke') }),
  /** Empties the workspace, ends all faults, and shows real time. */
  z.strictObject({ kind: z.literal('reset') }),
]);

export type UserAction = z.input<typeof userActionSchema>;
/** An element that was used; `value` is what was chosen, if anything can be. */
export type UsedElement = Pick<Extract<UserAction, { kind: 'press' }>, keyof typeof used>;
export type FieldValue = z.output<typeof fieldValue>;
export type FormValues = z.output<typeof values>;

/** What became of an action, once the bot has acknowledged it or the time for that is up. */
export type UserActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: UserActionProblem };

/** `unanswered`: the bot did not acknowledge; `impossible`: nobody could do that now, as `detail` says in English. */
export type UserActionProblem =
  | { readonly code: 'unanswered' }
  | { readonly code: 'impossible'; readonly detail: string };
