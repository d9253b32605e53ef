import type { JsonObject } from '../../fake-slack/json.ts';
import type { Faults } from '../../sandbox/index.ts';

/** All that one person's page shows, sent anew with every change. The page keeps nothing else but what is being typed. */
export interface PageState {
  readonly team: string;
  readonly bot: PageBot;
  /** Id of the person whose page this is. */
  readonly person: string;
  readonly people: readonly PagePerson[];
  readonly userGroups: readonly { readonly id: string; readonly handle: string }[];
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
export interface PageBot {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly hasHome: boolean;
  readonly shortcuts: readonly PageShortcut[];
  readonly steps: readonly PageStep[];
}

export interface PageShortcut {
  /** On a message, or from anywhere. */
  readonly type: 'message' | 'global';
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
}

/** A step for workflows, with what goes into it. */
export interface PageStep {
  readonly callbackId: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: readonly PageStepInput[];
}

export interface PageStepInput {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As in the manifest: `string`, `slack#/types/user_id`, `slack#/types/channel_id`. */
  readonly type: string;
  readonly isRequired: boolean;
}

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

interface ChannelState {
  readonly hasBot: boolean;
  readonly isArchived: boolean;
}

export interface PageChannel extends ChannelState {
  readonly id: string;
  /** Without `#`; for the direct message, the bot's name. */
  readonly name: string;
  readonly isDm: boolean;
  /** What to see there. */
  readonly about?: string;
}

export interface PageCommand {
  /** With its slash. */
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
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

export type Party = 'slack' | 'bot' | 'platform';

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
  readonly operators: readonly string[];
}

/** What the page asks for: `POST /actions`. */
export type UserAction =
  /** Typed into a channel or a thread: a slash command, or a message. */
  | {
      readonly kind: 'say';
      readonly person: string;
      readonly channel: string;
      readonly text: string;
      readonly threadTs?: string;
    }
  /** A button or menu of a message. */
  | ({ readonly kind: 'press'; readonly person: string; readonly ts: string } & ElementUse)
  /** A button of the form, or a field the bot wants to hear of at once; `values` are all the others. */
  | ({ readonly kind: 'use'; readonly person: string; readonly values: FormValues } & ElementUse)
  | { readonly kind: 'submit'; readonly person: string; readonly values: FormValues }
  | { readonly kind: 'close'; readonly person: string }
  /** Opens the Home tab of the bot. */
  | { readonly kind: 'home'; readonly person: string }
  /** A button or field of Home; `values` are all the others. */
  | ({ readonly kind: 'use-home'; readonly person: string; readonly values: FormValues } & ElementUse)
  /** A shortcut: with `ts` on that message, else from anywhere. */
  | { readonly kind: 'shortcut'; readonly person: string; readonly callbackId: string; readonly ts?: string }
  /** Runs a workflow step; `inputs` by their names. */
  | {
      readonly kind: 'step';
      readonly person: string;
      readonly callbackId: string;
      readonly inputs: Readonly<Record<string, string>>;
    }
  /** A person's language in Slack. */
  | { readonly kind: 'speak'; readonly person: string; readonly locale: string }
  /** People archive a channel or take it up again, invite the bot or remove it. */
  | ({ readonly kind: 'channel'; readonly channel: string } & Partial<ChannelState>)
  /** Moves the one clock of bot, platform and page to an instant (ISO 8601); `null` is real time. */
  | { readonly kind: 'clock'; readonly at: string | null }
  /** Puts these faults in force in place of all earlier ones. */
  | { readonly kind: 'faults'; readonly faults: Faults }
  /** Whether anything listens at the platform's address. */
  | { readonly kind: 'reach'; readonly isReachable: boolean }
  /** Ends every token the platform has issued. */
  | { readonly kind: 'revoke' }
  /** Empties the workspace, ends all faults, and shows real time. */
  | { readonly kind: 'reset' };

interface ElementUse {
  readonly blockId: string;
  readonly actionId: string;
  /** What is chosen. */
  readonly value?: FieldValue | undefined;
}

/** A text, the value of an option, a date, a time, the id of a channel; `null` for nothing. */
export type FieldValue = string | null;

/** By block id. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** What became of an action, once the bot has acknowledged it or the time for that is up. */
export type UserActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: UserActionProblem };

/** `unanswered`: the bot did not acknowledge; `impossible`: nobody could do that now, as `detail` says in English. */
export type UserActionProblem =
  | { readonly code: 'unanswered' }
  | { readonly code: 'impossible'; readonly detail: string };
