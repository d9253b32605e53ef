import type { Period, PeriodSpec } from '../domain/period.ts';
import { bold, code, context, line, richText, type View, view } from './blocks.ts';
import type { Formats } from './format.ts';
import type { Help, HelpLine, Words } from './words/index.ts';

/** What every answer is made with. */
export interface ViewOptions {
  readonly words: Words;
  readonly formats: Formats;
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** For others than the asker, and for other days: what was typed is masked, days go by their dates. */
  readonly isShared?: boolean;
}

/** A sender with its name where one is known: `OTP (56001)`. */
export function nameOf(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? sender : `${name} (${sender})`;
}

/** A period as it was asked for, with its days: `yesterday (17 Nov)`. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { words, formats, isShared = false }: Pick<ViewOptions, 'words' | 'formats' | 'isShared'>,
): string {
  const days = formats.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : words.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

/** What can be asked and how, with examples to copy. */
export function helpView(help: Help): View {
  const lines = (entries: readonly HelpLine[]) =>
    entries.map(([command, meaning]) => line(code(command), ` – ${meaning}`));
  return view(
    richText(line(bold(help.title)), ...lines(help.usage)),
    richText(line(bold(help.examplesTitle)), ...lines(help.examples)),
    ...help.notes.map((note) => context(note)),
  );
}
