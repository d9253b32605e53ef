import { handlingOf } from '../../domain/handling.ts';
import { bold, header, line, preformatted, richText, type View, view } from '../../slack/blocks.ts';
import { operatorName } from '../../slack/charts.ts';
import type { Asker } from '../../slack/command.ts';
import { createFormats } from '../../slack/format.ts';
import { type Language, type Words, wordsFor } from '../../slack/words/index.ts';
import type { Incident } from '../../store/incidents.ts';
import { affectedOf, sentences } from './evidence-lines.ts';
import type { Examples } from './examples.ts';
import { lastedSeconds, listOf, operatorsOf, overAt, subjectOf } from './incident-lines.ts';

export interface PackFacts {
  readonly at: Date;
  /** IANA: of the channel whose incident it is, and not of whoever asks; UTC stands before it. */
  readonly zone: string;
  /** Of which messages are looked through. */
  readonly time: { readonly start: Date; readonly end: Date };
  /** By operator; `undefined` where they could not be read. */
  readonly examples: readonly Omit<Examples, 'shown'>[] | undefined;
  /** How many of them stand in the file. */
  readonly shown: number;
}

/** Whom it is for, the statement in both languages, and what stands in the file. */
export function packView(incident: Incident, facts: PackFacts, { words }: Pick<Asker, 'words'>): View {
  const { pack } = words.incident;
  const { examples, shown } = facts;
  const subject = subjectOf(incident, words);
  const named = subject === words.incident.all ? words.check.everything : namesIn(incident, words);
  const of = (examples ?? []).reduce((sum, one) => sum + one.of, 0);
  const file =
    examples === undefined
      ? pack.examplesFailed
      : shown === 0
        ? pack.noExamples
        : pack.examples(shown, of, timeIn(words, facts));
  const languages = (['es', 'en'] as const).flatMap((language) => [
    line(bold(wordsFor(language).incident.pack.statementTitle)),
    preformatted(statementIn(language, incident, facts)),
  ]);
  return view(
    header(`${pack.title} · ${subject}`),
    richText(line(bold(pack.isFor[ownerOf(incident) ?? 'unknown'](named))), line(pack.introduction)),
    richText(...languages),
    richText(line(file)),
  );
}

/** Whose it is: who is to look into it has to know which operators. */
function namesIn(incident: Incident, words: Words): string {
  const operators = operatorsOf(incident);
  return operators.length > 0 ? listOf(operators, words) : subjectOf(incident, words);
}

/** As it was at its worst: that is what the statement tells. */
function ownerOf({ evidence }: Incident) {
  return (evidence.worst ?? evidence).owner;
}

function statementIn(language: Language, incident: Incident, facts: PackFacts): string {
  const { at, zone, examples, shown } = facts;
  const words = wordsFor(language);
  const formats = createFormats(words, zone, at, { isLasting: true });
  const utc = createFormats(words, 'UTC', at, { isLasting: true });
  const stamp = (when: Date) =>
    zone === 'UTC' ? `${utc.moment(when)} UTC` : `${utc.moment(when)} UTC (${formats.moment(when)} ${zone})`;
  const { whose, evidence, events, beganAt } = incident;
  const { worst, isFirstSeen = false } = evidence;
  const affected = affectedOf(evidence);
  const { end } = handlingOf(events);
  const over = end && overAt(incident);
  return words.incident.pack.statement({
    subject: namesIn(incident, words),
    from: stamp(beganAt),
    isFirstSeen,
    to: over && stamp(over),
    lasted: formats.duration(wholeMinutes(lastedSeconds(incident, at))),
    owner: ownerOf(incident),
    affected: affected ? words.incident.affected(affected) : undefined,
    worstAt: worst?.readAt && stamp(worst.readAt),
    isOfAll: whose.of === 'all',
    findings: sentences(incident, (worst ?? evidence).findings, { words, formats }),
    examples:
      examples && shown > 0
        ? {
            time: timeIn(words, facts),
            readAt: `${utc.moment(at)} UTC`,
            sections: examples.map(({ operator, of, kinds }) =>
              words.incident.pack.section(operatorName(operator, { words }), of, kinds),
            ),
            shown: formats.number(shown),
          }
        : undefined,
  });
}

/** Of which time there are examples, in UTC. */
function timeIn(words: Words, { at, time }: Pick<PackFacts, 'at' | 'time'>): string {
  const utc = createFormats(words, 'UTC', at, { isLasting: true });
  const isOneDay = utc.day(time.start) === utc.day(time.end);
  return `${utc.moment(time.start)}–${isOneDay ? utc.clock(time.end) : utc.moment(time.end)} UTC`;
}

function wholeMinutes(seconds: number): number {
  return seconds < 60 ? seconds : Math.round(seconds / 60) * 60;
}
