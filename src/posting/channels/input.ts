import { asTyped } from '../../domain/input.ts';

/** Slack makes these of channels that are picked from its list; a private one may come without its name. */
const CHANNEL = /^<#([CG][A-Z0-9]{0,30})(?:\|[^>]*)?>$/;
const NUMBER = /^#?(\d{1,9})$/;

export function channelIn(word: string): string | undefined {
  return CHANNEL.exec(word)?.[1];
}

/** Whether a channel was named that is none to post in: by its name as text, or a direct message. */
export function isNameOfChannel(text: string): boolean {
  return /^<?#/.test(text);
}

export function splitSubcommand(text: string) {
  const [first = '', ...words] = asTyped(text).split(/\s+/);
  return { subcommand: first.toLowerCase(), words };
}

/** The setting that is to be ended: by its number or its channel. */
export type Which = { readonly number: number } | { readonly channel: string };

/** `which_name`: a channel's name as text, or no channel; `which`: neither number nor channel. */
export interface WhichProblem {
  readonly problem: 'which' | 'which_name';
  readonly text: string;
}

export function parseWhich(text: string): Which | WhichProblem {
  const [, number] = NUMBER.exec(text) ?? [];
  if (number !== undefined) return { number: Number(number) };
  const channel = channelIn(text);
  if (channel !== undefined) return { channel };
  return { problem: isNameOfChannel(text) ? 'which_name' : 'which', text };
}
