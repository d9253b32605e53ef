import type { BlocksWords } from './blocks.ts';
import type { FormWords } from './form.ts';
import type { PanelsWords } from './panels.ts';

/** The languages of the page's own words. */
export type Language = 'en' | 'es';

/** Everything the page itself says, once for each language. What the bot says comes with its messages. */
export interface Words {
  readonly language: Language;
  readonly shell: ShellWords;
  readonly panels: PanelsWords;
  readonly form: FormWords;
  readonly blocks: BlocksWords;
}

/** Sidebar, channels, messages, composer, threads. */
export interface ShellWords {
  readonly title: (channel: string, team: string) => string;
  readonly skipToComposer: string;
  readonly loading: string;
  readonly lost: { readonly title: string; readonly advice: (command: string) => string };
  /** Why a text came back to its box. */
  readonly failures: {
    readonly unreachable: string;
    readonly impossible: (detail: string) => string;
  };
  readonly sidebar: {
    readonly label: string;
    readonly open: string;
    readonly close: string;
    readonly channels: string;
    readonly directMessages: string;
    readonly botMissing: string;
    readonly archived: string;
    readonly unread: (count: number) => string;
    readonly you: string;
    readonly person: string;
    readonly language: string;
    readonly theme: string;
    readonly themes: { readonly light: string; readonly dark: string; readonly system: string };
    readonly simulated: string;
  };
  readonly channel: {
    readonly messages: (channel: string) => string;
    readonly today: string;
    readonly yesterday: string;
    readonly toNewest: string;
    readonly happenings: string;
    readonly controls: string;
    readonly closePane: string;
  };
  readonly message: {
    readonly app: string;
    readonly onlyYou: string;
    readonly edited: string;
    readonly slackbot: string;
    readonly replyInThread: string;
    readonly replies: (count: number) => string;
    readonly lastReply: (when: string) => string;
    readonly alsoInThread: string;
    readonly files: string;
    readonly download: (name: string) => string;
    readonly preview: (name: string) => string;
    readonly moreRows: string;
  };
  readonly composer: {
    readonly label: (channel: string) => string;
    readonly placeholder: (channel: string) => string;
    readonly replyLabel: string;
    readonly send: string;
    readonly sending: string;
    readonly commands: string;
    readonly keys: string;
    readonly suggestions: string;
    readonly suggestionsTitle: string;
  };
  readonly thread: {
    readonly title: string;
    readonly close: string;
  };
  readonly welcome: {
    readonly title: (channel: string) => string;
    readonly titleDm: string;
    readonly intro: string;
    readonly introWithoutBot: string;
  };
}
