import { z } from 'zod';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { actions, button, type ViewBlock } from '../blocks/blocks.ts';

export interface Suggestion {
  readonly label: string;
  readonly text: string;
  readonly command?: string;
}

type SealTyped = (text: string, command?: string) => string;

const MOST_SUGGESTIONS = 5;
/** Action ids of the buttons that run a command. */
export const TYPED_COMMANDS = Array.from({ length: MOST_SUGGESTIONS }, (_, at) => `command.typed.${at}`);

const sealedCommand = sealedJson('command.typed', z.object({ c: z.string(), t: z.string() }));

/** The command is encrypted, because its text may contain a telephone number. */
export function sealCommand(sealer: Sealer, command: string, text: string): string {
  return sealedCommand.seal(sealer, { c: command, t: text });
}

export function openCommand(sealer: Sealer, value: string): { command: string; text: string } | undefined {
  const opened = sealedCommand.open(sealer, value);
  return opened && { command: opened.c, text: opened.t };
}

export function typedButtons(suggestions: readonly Suggestion[], seal: SealTyped) {
  const shown = suggestions.slice(0, MOST_SUGGESTIONS);
  return shown.map(({ label, text, command }, at) =>
    button(TYPED_COMMANDS[at] ?? '', label, seal(text, command)),
  );
}

export function suggestionButtons(suggestions: readonly Suggestion[], seal: SealTyped): ViewBlock[] {
  const buttons = typedButtons(suggestions, seal);
  return buttons.length === 0 ? [] : [actions('command.typed', ...buttons)];
}

/** Kinds of messages that were asked for. */
export const kindsRequest = z.array(z.enum(['code', 'link', 'other'])).optional();

/** What to look up: number, period, sender and kinds; or day and reference; or identifier (`i`) of a message. */
const lookupRequest = z.union([
  z.object({ n: z.string(), p: z.string(), s: z.string().optional(), k: kindsRequest }),
  z.object({ d: z.string(), r: z.string() }),
  z.object({ i: z.string() }),
]);

export type LookupRequest = z.infer<typeof lookupRequest>;

export const sealedLookup = sealedJson('status.request', lookupRequest);

const lookupResult = z.object({ sign: z.string(), verdict: z.string() });
export type LookupResult = z.infer<typeof lookupResult>;

/** A look-up in a person's list, with the result that the person saw. */
export const sealedRecent = sealedJson(
  'status.request',
  lookupRequest.and(z.object({ result: lookupResult.optional() })),
);
