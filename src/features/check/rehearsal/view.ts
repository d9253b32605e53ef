import { mayBeLate } from '../../../domain/detection/attribution.ts';
import { incidentStatusOf } from '../../../domain/detection/events.ts';
import { type Finding, MOST_FALSE_ALARMS, SENSITIVITIES } from '../../../domain/detection/findings.ts';
import { durationSeconds, endTimeOf } from '../../../domain/detection/incident.ts';
import { decisiveFinding } from '../../../domain/detection/judge.ts';
import { addDaysTo, daysBetween } from '../../../domain/time/calendar.ts';
import { localDay, startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  header,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { noticeBlock, operatorName } from '../../../slack/blocks/figures.ts';
import { shareOfText } from '../../../slack/blocks/findings.ts';
import {
  chart,
  type DataBlock,
  dataTable,
  type TableCell,
  toPercent,
} from '../../../slack/blocks/tables-and-charts.ts';
import { limits } from '../../../slack/blocks/text.ts';
import type { CheckViewOptions } from '../locales/index.ts';
import { rehearsalValue } from './input.ts';
import type { FoundIncident, Rehearsal } from './rehearse.ts';

const MOST_ROWS = 20;
const DAYS_IN_A_WEEK = 7;

export function rehearsalView(rehearsal: Rehearsal, options: CheckViewOptions): View {
  const { t, format } = options;
  const { rehearsal: say } = t.check;
  const { incidents, from, to, sensitivity, checks, hasTraffic, operators } = rehearsal;
  const zone = format.timeZone;
  const range = format.days(localDay(from, zone), localDay(to, zone));
  const notices = rehearsal.isShort ? [noticeBlock(say.shortfall)] : [];
  const head = [header(say.headline(range, incidents.length)), contextBlock(say.title), ...notices];
  const again = button('check.rehearse', say.long.again, rehearsalValue(rehearsal));
  const close = [actions('check.rehearsal', again), contextBlock(t.answer.timesIn(zone))];
  if (!hasTraffic) {
    const { sentence, nextStep } = say.noTraffic;
    return view(...head, richText(line(bold(sentence)), line(nextStep)), ...close);
  }
  if (operators === 0) return view(...head, richText(line(bold(say.noUsual))), ...close);
  const summary = summaryOf(rehearsal, options);
  const how = say.how(format.number(checks), t.findings.sensitivities[sensitivity]);
  return view(
    ...head,
    richText(...(summary === undefined ? [] : [line(bold(summary))]), line(how)),
    ...listOf(incidents, options),
    ...(incidents.length > 0 ? chartOf(rehearsal, options) : []),
    sensitivitiesTable(rehearsal, options),
    richText(line(say.turnOn[sensitivity])),
    contextBlock(say.limits),
    ...close,
  );
}

/** Sums up several alerts; `undefined` for a single alert, which the list below shows. */
function summaryOf(rehearsal: Rehearsal, { t, format }: CheckViewOptions): string | undefined {
  const { incidents, days, to } = rehearsal;
  const { rehearsal: say } = t.check;
  if (incidents.length < 2) return incidents.length === 0 ? say.none : undefined;
  const rate = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 });
  const perWeek = rate.format((incidents.length * DAYS_IN_A_WEEK) / days);
  // A week or less is too short for a weekly rate.
  const inAll = format.duration(problemMs(rehearsal, new Date(0), to) / 1000);
  return say.inAll(inAll, days > DAYS_IN_A_WEEK ? perWeek : undefined);
}

/** Time between two moments with a problem; several problems at once count once. */
function problemMs({ incidents, to }: Rehearsal, from: Date, until: Date): number {
  let [ms, counted] = [0, from.getTime()];
  for (const incident of incidents.toSorted((a, b) => a.beganAt.getTime() - b.beganAt.getTime())) {
    const start = Math.max(counted, incident.beganAt.getTime());
    const end = Math.min(until.getTime(), (endTimeOf(incident) ?? to).getTime());
    ms += Math.max(0, end - start);
    counted = Math.max(counted, end);
  }
  return ms;
}

function listOf(incidents: readonly FoundIncident[], options: CheckViewOptions): (ViewBlock | DataBlock)[] {
  if (incidents.length === 0) return [];
  const { rehearsal: say } = options.t.check;
  const newest = incidents.toReversed();
  const shown = newest.slice(0, MOST_ROWS);
  const table = dataTable({
    caption: say.caption,
    columns: [say.operator, say.verdict, say.from, say.lasted, say.worst],
    rows: shown.map((incident) => rowOf(incident, options)),
  });
  const more = newest.length - shown.length;
  return more > 0 ? [table, richText(line(say.more(more)))] : [table];
}

function rowOf(incident: FoundIncident, options: CheckViewOptions): TableCell[] {
  const { subject, beganAt, events, worst } = incident;
  const { t, format } = options;
  const { findings, figures, headlines } = t;
  const { rehearsal: say } = t.check;
  const name = subject.of === 'operator' ? operatorName(subject.operator, t) : findings.everything;
  const verdict = worst.verdict ?? incident.verdict;
  const isPerhapsLate = verdict === 'down' && mayBeLate(worst);
  const { end } = incidentStatusOf(events);
  const seconds = durationSeconds(incident, beganAt);
  const lasted = format.duration(seconds) + (end?.kind === 'lost_sight' ? ` (${say.lostSight})` : '');
  const finding = decisiveFinding(worst.findings);
  return [
    name,
    isPerhapsLate ? headlines.verdicts.downOrLate : figures.verdicts[verdict],
    format.moment(beganAt),
    end ? { value: seconds, text: lasted } : say.goesOn,
    finding ? { value: toPercent(finding.share), text: worstText(finding, options) } : '',
  ];
}

/** A share with the number of messages that it counts. */
function worstText({ kind, share, of }: Finding, options: CheckViewOptions): string {
  const { t, format } = options;
  if (kind !== 'silence') return `${shareOfText(share, of, options)} ${t.findings.measures[kind]}`;
  return t.check.rehearsal.silence(t.answer.messages(Math.round(share * of)), format.number(Math.round(of)));
}

function sensitivitiesTable({ alerts, operators }: Rehearsal, { t, format }: CheckViewOptions): DataBlock {
  const { rehearsal: say } = t.check;
  return dataTable({
    caption: say.bySensitivity,
    columns: [say.sensitivity, say.alerts, say.falseAlarms],
    rows: SENSITIVITIES.map((one) => {
      const perYear = operators * MOST_FALSE_ALARMS[one];
      return [
        t.findings.sensitivities[one],
        { value: alerts[one], text: format.number(alerts[one]) },
        { value: perYear, text: t.findings.evidence.atMost(perYear) },
      ];
    }),
  });
}

/** Chart of the time with problems per day in the reader's zone; for many days, a point covers several days. */
function chartOf(rehearsal: Rehearsal, { t, format }: CheckViewOptions): DataBlock[] {
  const { from, to } = rehearsal;
  const { rehearsal: say } = t.check;
  const zone = format.timeZone;
  const first = localDay(from, zone);
  const days = daysBetween(first, localDay(to, zone)) + 1;
  const daysEach = Math.ceil(days / limits.chartPoints);
  const count = Math.ceil(days / daysEach);
  if (count < 2) return [];
  const points = Array.from({ length: count }, (_, index) => {
    const start = addDaysTo(first, index * daysEach);
    const next = addDaysTo(first, Math.min(days, (index + 1) * daysEach));
    const ms = problemMs(rehearsal, startOfDayIn(start, zone), startOfDayIn(next, zone));
    return { label: format.days(start, addDaysTo(next, -1)), minutes: Math.round(ms / MINUTE_MS) };
  });
  const labels = points.map(({ label }) => label);
  const series = [{ name: say.chartAxis, values: points.map(({ minutes }) => minutes) }];
  return [chart('bar', { title: say.chart, yLabel: say.chartAxis, labels, series, show: format.number })];
}
