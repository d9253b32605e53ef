export type Language = 'en' | 'es';

export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

export type HelpLine = readonly [command: string, meaning: string];

export interface Help {
  readonly title: string;
  readonly usage: readonly HelpLine[];
  readonly examplesTitle: string;
  readonly examples: readonly HelpLine[];
  readonly notes: readonly string[];
}
