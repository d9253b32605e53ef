import { type ShareName, shareOf } from '../../domain/incidents/counts.ts';
import type { Detection } from '../../domain/incidents/detect.ts';
import { type Finding, type FindingKind, isEnough } from '../../domain/incidents/findings.ts';
import { operatorName } from '../../slack/blocks/charts.ts';
import type { IncidentTranslations, IncidentView } from './locales/index.ts';

import type { CheckedSubject, Since } from './model.ts';

type Options = Pick<IncidentView, 't' | 'formatter'>;

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** A share in percent: all and nothing without a decimal. */
export function shareText(share: number, { t, formatter }: Options): string {
  if (share !== 0 && share !== 1) return formatter.percent(share);
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(share);
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Names for a sentence: some, and how many more. */
export function namesOf(subjects: readonly CheckedSubject[], t: IncidentTranslations): string | undefined {
  if (subjects.length === 0) return undefined;
  return listOf(
    subjects.map(({ judgement }) => nameOf(judgement, t) ?? ''),
    t,
  );
}

/** Some, and how many more. */
export function listOf(texts: readonly string[], t: IncidentTranslations): string {
  const shown = texts.slice(0, MOST_NAMED);
  const more = texts.length - shown.length;
  const all = more > 0 ? [...shown, t.check.andMore(more)] : shown;
  return new Intl.ListFormat(t.locale).format(all);
}

/** `undefined` for all together. */
export function nameOf({ whose }: Pick<Detection, 'whose'>, t: IncidentTranslations): string | undefined {
  return whose.of === 'all' ? undefined : operatorName(whose.operator, { t });
}

export function findingSentence(judgement: Detection, finding: Finding, options: Options): string {
  const { t, formatter } = options;
  const { kind, share, usual, of } = finding;
  const say = t.check.findings[kind];
  return say(
    nameOf(judgement, t),
    shareText(share, options),
    shareText(usual, options),
    formatter.number(Math.round(of)),
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
export function measuredOf({ counts, usual }: Detection, names: readonly ShareName[]): Measured | undefined {
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

export function sinceSentence(since: Since | undefined, { t, formatter }: Options): string | undefined {
  if (!since) return undefined;
  const say = since.isBefore ? t.check.sinceBefore : t.check.since;
  return say(formatter.since(since.at));
}
