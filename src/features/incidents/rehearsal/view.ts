import { EXPECTED_FALSE_ALARMS, type Finding, SENSITIVITIES } from '../../../domain/incidents/findings.ts';
import { addDaysTo, type Day, daysBetween } from '../../../domain/time/calendar.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
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
import {
  chart,
  type DataBlock,
  dataTable,
  type TableCell,
  toPercent,
} from '../../../slack/blocks/tables-and-charts.ts';
import { limits } from '../../../slack/blocks/text.ts';
import { shareText } from '../check/figures-text.ts';
import type { IncidentTranslations, IncidentView } from '../locales/index.ts';
import { rehearsalValue } from './input.ts';
import { type FoundIncident, REHEARSED_EVERY_MS, type Rehearsal, type RehearsalRequest } from './rehearse.ts';

const MOST_ROWS = 20;
const DAYS_IN_A_WEEK = 7;

export function rehearsalView(rehearsal: Rehearsal, options: IncidentView): View {
  const { t, format } = options;
  const { rehearsal: say } = t.check;
  const { incidents, from, to, sensitivity, checks, hasTraffic, hasBaseline } = rehearsal;
  const zone = format.timeZone;
  const range = format.days(localDay(from, zone), localDay(to, zone));
  const notices = rehearsal.isShort ? [noticeBlock(say.shortfall)] : [];
  const head = [header(say.headline(range, incidents.length)), contextBlock(say.title), ...notices];
  const close = [againButton(rehearsal, t), contextBlock(t.answer.timesIn(zone))];
  if (!hasTraffic) {
    const { sentence, nextStep } = say.noTraffic;
    return view(...head, richText(line(bold(sentence)), line(nextStep)), ...close);
  }
  if (!hasBaseline) return view(...head, richText(line(bold(say.noUsual))), ...close);
  const summary = summaryOf(rehearsal, options);
  const how = say.how(format.number(checks), t.incident.watch.sensitivities[sensitivity]);
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

/** Sums up the alerts of repeated checks; `undefined` for a single alert, which the list below shows. */
function summaryOf(
  { incidents, days, alertTimes }: Rehearsal,
  { t, format }: IncidentView,
): string | undefined {
  const { rehearsal: say } = t.check;
  if (incidents.length === 0) return say.none;
  if (incidents.length === 1) return undefined;
  const inAll = format.duration((alertTimes.length * REHEARSED_EVERY_MS) / 1000);
  // A week or less is too short for a weekly rate.
  if (days <= DAYS_IN_A_WEEK) return say.inAll(inAll);
  const perWeek = (incidents.length * DAYS_IN_A_WEEK) / days;
  const rate = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 }).format(perWeek);
  return say.inAllAndPerWeek(inAll, rate);
}

function againButton(rehearsed: RehearsalRequest, t: IncidentTranslations): ViewBlock {
  const value = rehearsalValue(rehearsed);
  return actions('check.rehearsal', button('check.rehearse', t.check.rehearsal.long.again, value));
}

function listOf(incidents: readonly FoundIncident[], options: IncidentView): (ViewBlock | DataBlock)[] {
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

function rowOf({ subject, verdict, beganAt, end, worst }: FoundIncident, options: IncidentView): TableCell[] {
  const { t, format } = options;
  const { check } = t;
  const { rehearsal: say } = check;
  const name = subject.of === 'operator' ? operatorName(subject.operator, t) : check.everything;
  const seconds = end && (end.at.getTime() - beganAt.getTime()) / 1000;
  const lasted = seconds === undefined ? say.goesOn : format.duration(seconds);
  const how = end?.how === 'lost_sight' ? ` (${say.lostSight})` : '';
  const shown = ({ kind, share, of }: Finding) => `${shareText(share, options, of)} ${check.measures[kind]}`;
  return [
    name,
    t.figures.verdicts[verdict],
    format.moment(beganAt),
    seconds === undefined ? lasted : { value: seconds, text: lasted + how },
    worst ? { value: toPercent(worst.share), text: shown(worst) } : '',
  ];
}

function sensitivitiesTable({ alerts, operators }: Rehearsal, { t, format }: IncidentView): DataBlock {
  const { rehearsal: say, evidence } = t.check;
  return dataTable({
    caption: say.bySensitivity,
    columns: [say.sensitivity, say.alerts, say.falseAlarms],
    rows: SENSITIVITIES.map((one) => {
      const perYear = operators * EXPECTED_FALSE_ALARMS[one];
      return [
        t.incident.watch.sensitivities[one],
        { value: alerts[one], text: format.number(alerts[one]) },
        { value: perYear, text: evidence.about(perYear) },
      ];
    }),
  });
}

/** Chart of the alert time per day in the reader's zone; for many days, a point covers several days. */
function chartOf({ from, to, alertTimes }: Rehearsal, { t, format }: IncidentView): DataBlock[] {
  const { rehearsal: say } = t.check;
  const zone = format.timeZone;
  const first = localDay(from, zone);
  const days = daysBetween(first, localDay(to, zone)) + 1;
  const daysEach = Math.ceil(days / limits.chartPoints);
  const count = Math.ceil(days / daysEach);
  if (count < 2) return [];
  const minutes = new Array<number>(count).fill(0);
  for (const at of alertTimes) {
    const index = Math.floor(daysBetween(first, localDay(at, zone)) / daysEach);
    minutes[index] = (minutes[index] ?? 0) + REHEARSED_EVERY_MS / MINUTE_MS;
  }
  const labels = minutes.map((_, index) => {
    const start: Day = addDaysTo(first, index * daysEach);
    const end = addDaysTo(first, Math.min(days, (index + 1) * daysEach) - 1);
    return format.days(start, end);
  });
  const series = [{ name: say.chartAxis, values: minutes }];
  return [chart('bar', { title: say.chart, yLabel: say.chartAxis, labels, series, show: format.number })];
}
