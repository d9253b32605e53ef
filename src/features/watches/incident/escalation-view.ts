import { incidentStatusOf } from '../../../domain/detection/events.ts';
import {
  durationSeconds,
  endTimeOf,
  extentOf,
  type Incident,
  operatorsOf,
} from '../../../domain/detection/incident.ts';
import type { Language } from '../../../i18n/index.ts';
import {
  bold,
  header,
  line,
  preformatted,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { createFormatter } from '../../../slack/blocks/format.ts';
import { type IncidentContext, type IncidentTranslations, incidentTranslations } from '../locales/index.ts';
import { findingSentences } from './details-view.ts';
import type { Examples } from './examples.ts';
import { durationText, incidentSubject, operatorsText } from './headline.ts';
import { affectedSentence } from './view.ts';

export interface EscalationFacts {
  readonly at: Date;
  /** IANA time zone of the channel; the report shows times in this zone and in UTC. */
  readonly zone: string;
  readonly time: { readonly start: Date; readonly end: Date };
  /** Example messages by operator; `undefined` if the platform could not be read. */
  readonly examples: readonly Omit<Examples, 'shown'>[] | undefined;
  readonly shown: number;
}

export function escalationView(
  incident: Incident,
  facts: EscalationFacts,
  { t }: Pick<IncidentContext, 't'>,
  below: readonly ViewBlock[] = [],
): View {
  const { pack } = t.incident;
  const { examples, shown } = facts;
  const { evidence } = incident;
  const subject = incidentSubject(incident, t);
  const named = subject === t.headlines.incident.everywhere ? t.findings.everything : namesIn(incident, t);
  const of = (examples ?? []).reduce((sum, one) => sum + one.of, 0);
  const file =
    examples === undefined
      ? pack.examplesFailed
      : shown === 0
        ? pack.noExamples
        : pack.examples(shown, of, timeIn(t, facts));
  const languages = (['es', 'en'] as const).flatMap((language) => [
    line(bold(incidentTranslations(language).incident.pack.statementTitle)),
    preformatted(statementIn(language, incident, facts)),
  ]);
  return view(
    header(`${t.findings.pack} · ${subject}`),
    richText(
      line(bold(pack.isFor[(evidence.worst ?? evidence).owner ?? 'unknown'](named))),
      line(pack.introduction),
    ),
    richText(...languages),
    richText(line(file)),
    ...below,
  );
}

function namesIn(incident: Incident, t: IncidentTranslations): string {
  const operators = operatorsOf(incident);
  return operators.length > 0 ? operatorsText(operators, t) : incidentSubject(incident, t);
}

function statementIn(language: Language, incident: Incident, facts: EscalationFacts): string {
  const { at, zone, examples, shown } = facts;
  const t = incidentTranslations(language);
  const format = createFormatter(t, zone, at, { isLasting: true });
  const utc = createFormatter(t, 'UTC', at, { isLasting: true });
  const stamp = (when: Date) =>
    `${utc.moment(when)} UTC${zone === 'UTC' ? '' : ` (${format.moment(when)} ${zone})`}`;
  const { evidence, events, beganAt } = incident;
  const { worst, isFirstSeen = false } = evidence;
  // The report states the worst findings of the incident, not the latest.
  const { owner, findings } = worst ?? evidence;
  const { end } = incidentStatusOf(events);
  const over = end && endTimeOf(incident);
  return t.incident.pack.statement({
    subject: namesIn(incident, t),
    from: stamp(beganAt),
    isFirstSeen,
    to: over && stamp(over),
    lasted: durationText(durationSeconds(incident, at), { t, format }),
    owner,
    affected: affectedSentence(incident, { t, format }),
    worstAt: worst?.readAt && stamp(worst.readAt),
    isOfAll: extentOf(incident).of !== 'operators',
    findings: findingSentences(incident, findings, { t, format }),
    examples:
      examples && shown > 0
        ? {
            time: timeIn(t, facts),
            readAt: `${utc.moment(at)} UTC`,
            sections: examples.map(({ operator, of, kinds }) =>
              t.incident.pack.section(operatorName(operator, t), of, kinds),
            ),
            shown: format.number(shown),
          }
        : undefined,
  });
}

function timeIn(t: IncidentTranslations, { at, time }: EscalationFacts): string {
  const utc = createFormatter(t, 'UTC', at, { isLasting: true });
  const isOneDay = utc.day(time.start) === utc.day(time.end);
  return `${utc.moment(time.start)}–${isOneDay ? utc.clock(time.end) : utc.moment(time.end)} UTC`;
}
