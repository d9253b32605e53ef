import {
  type Finding,
  type FindingKind,
  isEnough,
  type Judgement,
  type ShareName,
  shareOf,
} from '../../domain/incident.ts';
import { operatorName } from '../../slack/charts.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Words } from '../../slack/words/index.ts';
import type { CheckedSubject, Since } from './model.ts';

type Options = Pick<ViewOptions, 'words' | 'formats'>;

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** A share in percent: all and nothing without a decimal. */
export function shareText(share: number, { words, formats }: Options): string {
  if (share !== 0 && share !== 1) return formats.percent(share);
  return new Intl.NumberFormat(words.locale, { style: 'percent' }).format(share);
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Names for a sentence: some, and how many more. */
export function namesOf(subjects: readonly CheckedSubject[], words: Words): string | undefined {
  if (subjects.length === 0) return undefined;
  return listOf(
    subjects.map(({ judgement }) => nameOf(judgement, words) ?? ''),
    words,
  );
}

/** Some, and how many more. */
export function listOf(texts: readonly string[], words: Words): string {
  const shown = texts.slice(0, MOST_NAMED);
  const more = texts.length - shown.length;
  const all = more > 0 ? [...shown, words.check.andMore(more)] : shown;
  return new Intl.ListFormat(words.locale).format(all);
}

/** `undefined` for all together. */
export function nameOf({ whose }: Pick<Judgement, 'whose'>, words: Words): string | undefined {
  return whose.of === 'all' ? undefined : operatorName(whose.operator, { words });
}

export function findingSentence(judgement: Judgement, finding: Finding, options: Options): string {
  const { words, formats } = options;
  const { kind, share, usual, of } = finding;
  const say = words.check.findings[kind];
  return say(
    nameOf(judgement, words),
    shareText(share, options),
    shareText(usual, options),
    formats.number(Math.round(of)),
  );
}

const MEASURED: Readonly<Record<ShareName, FindingKind>> = {
  waiting: 'waiting',
  late: 'late',
  slowHandOver: 'slow_hand_over',
  failed: 'failures',
  clockOff: 'clock_off',
};

/** A share of a judgement, by the name it has in a table. */
export interface Measured {
  readonly kind: FindingKind;
  readonly share: number;
  readonly of: number;
  readonly usual: number | undefined;
}

/** The first of these shares of enough messages that can be compared; else the first that there is. */
export function measuredOf({ counts, usual }: Judgement, names: readonly ShareName[]): Measured | undefined {
  const measured = names.flatMap((name) => {
    const share = shareOf(counts[name]);
    const { of } = counts[name];
    return share === undefined
      ? []
      : [{ kind: MEASURED[name], share, of, usual: shareOf(usual[name]), name }];
  });
  return (
    measured.find(({ name, of, usual: then }) => then !== undefined && isEnough(name, { of })) ?? measured[0]
  );
}

export function sinceSentence(since: Since | undefined, { words, formats }: Options): string | undefined {
  if (!since) return undefined;
  const say = since.isBefore ? words.check.sinceBefore : words.check.since;
  return say(formats.since(since.at));
}
