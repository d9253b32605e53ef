import { incidentStatusOf } from '../../domain/detection/events.ts';
import {
  affectedOf,
  endTimeOf,
  extentOf,
  type Incident,
  labelOf,
  occurrencesOf,
  operatorFilter,
  shownVerdict,
} from '../../domain/detection/incident.ts';
import type { IncidentSubject } from '../../domain/detection/subject.ts';
import type { ChangeSubject } from '../../domain/figures/changes.ts';
import { bold, emoji, line, richText, type ViewBlock } from '../../slack/blocks/blocks.ts';
import {
  changeText,
  dataQualityNotices,
  LONGEST_FAILURE_WORD,
  operatorName,
  withoutReceiptsNotice,
} from '../../slack/blocks/figures.ts';
import { incidentSubjectText, signOf } from '../../slack/blocks/headline.ts';
import { displayName, sanitize } from '../../slack/blocks/text.ts';
import type { Attention } from './attention.ts';
import type { SummaryView } from './locales/index.ts';
import type { DayIncidents, SummaryModel, SummaryQuestion } from './summarize.ts';

export interface AttentionOptions extends SummaryView {
  readonly incidents: DayIncidents;
}

export function attentionBlock(model: SummaryModel, options: AttentionOptions): ViewBlock {
  const { t } = options;
  const sentence = attentionSentence(model, options);
  const subject = subjectToCheck(model, options);
  const act = subject && t.summary.act(typedOperator(subject));
  const sign = emoji(SIGNS[model.attention.kind] ?? 'warning');
  return richText(
    ...(sentence === '' ? [] : [line(sign, ' ', bold(sentence))]),
    ...dayIncidentLines(model.question, options),
    ...(act === undefined ? [] : [line(bold(t.answer.act), ' ', act)]),
  );
}

const SIGNS: Readonly<Partial<Record<SummaryModel['attention']['kind'], string>>> = {
  nothing: 'white_check_mark',
  waiting: 'hourglass_flowing_sand',
  few: 'grey_question',
};

/** What may still go on: an open incident, or else a change that no listed incident explains. */
function subjectToCheck(
  { attention }: SummaryModel,
  { incidents }: AttentionOptions,
): IncidentSubject | undefined {
  const open = incidents.shown.filter(isOpen);
  if (open.length > 0) return open.length === 1 ? open[0]?.subject : { of: 'all' };
  if (attention.kind !== 'change' || isListed(attention.change.subject, incidents)) return undefined;
  return attention.change.subject;
}

function typedOperator(subject: IncidentSubject): string | undefined {
  const name = subject.of === 'operator' ? subject.operator : undefined;
  return name !== undefined && /^[\p{L}\d ._-]{1,30}$/u.test(name) ? name : undefined;
}

function isOpen({ events }: Incident): boolean {
  const { end, resolved } = incidentStatusOf(events);
  return !end && !resolved;
}

function isListed(subject: ChangeSubject, { shown }: DayIncidents): boolean {
  const listed = shown.filter((one) => one.subject.of !== 'platform');
  if (subject.of === 'all') return listed.length > 0;
  return listed.some((one) => operatorFilter(one)(subject.operator));
}

/** In a summary of one sender, an incident has no counts, because these are of all senders. */
export function dayIncidentLines({ sender }: SummaryQuestion, { incidents, ...options }: AttentionOptions) {
  const { shown, more, asOf } = incidents;
  const hasCounts = sender === undefined;
  return [
    ...shown.map((one) => incidentLine(one, { ...options, asOf, hasCounts })),
    ...(more > 0 ? [line(options.t.summary.incidents.more(more))] : []),
  ];
}

interface IncidentOptions extends SummaryView {
  readonly asOf: Date;
  readonly hasCounts: boolean;
}

/** Name, state and times of an incident, whether it is over, and how many messages it affected. */
function incidentLine(incident: Incident, options: IncidentOptions) {
  const { t, format } = options;
  const { beganAt, evidence, events } = incident;
  const { verdicts, affected } = t.headlines.incident;
  const { isFirstSeen } = evidence;
  const { orLonger, often } = t.summary.incidents;
  const count = occurrencesOf(events);
  const { end } = incidentStatusOf(events);
  const lastSeen = end?.kind === 'ended' ? undefined : end && evidence.unseenSince;
  const until = lastSeen ?? endTimeOf(incident);
  const times = until ? format.hours(beganAt, until) : t.answer.since(format.since(beganAt));
  const { sign, state } = stateOf(incident, options);
  const counts = options.hasCounts ? affectedOf(evidence) : undefined;
  const name = incidentSubjectText(extentOf(incident), t);
  const verdict = verdicts[labelOf(incident, shownVerdict(incident))];
  const parts = [
    [isFirstSeen ? orLonger(times) : times, ...(count > 1 ? [often(count)] : []), state].join(', '),
    ...(counts ? [affected(counts)] : []),
  ];
  return line(emoji(sign), ' ', bold(`${name}: ${verdict}`), ` · ${parts.join(' · ')}`);
}

/** An incident that was closed by a lack of messages, of checks or of watches is not called over. */
function stateOf(incident: Incident, { t, format, asOf }: IncidentOptions) {
  const { over, unseen, resolvedBy, open } = t.summary.incidents;
  const { end, resolved } = incidentStatusOf(incident.events);
  if (end?.kind === 'ended') return { sign: 'white_check_mark', state: over };
  if (end) return { sign: 'grey_question', state: unseen };
  if (resolved) return { sign: 'ballot_box_with_check', state: resolvedBy(displayName(resolved.by.name)) };
  return { sign: signOf(shownVerdict(incident)), state: open(t.answer.asOfDay(format.since(asOf))) };
}

function attentionSentence(model: SummaryModel, options: AttentionOptions): string {
  const { t, format } = options;
  const { attention, totals, question, withoutReceipts, dataQuality, asOf, baseline } = model;
  const { incidents } = options;
  const subject = 'change' in attention ? attention.change.subject : undefined;
  if (subject?.of === 'operator' && isListed(subject, incidents)) return '';
  const say = t.summary.attention;
  const weekday = format.weekday(question.day);
  switch (attention.kind) {
    case 'short':
      return dataQualityNotices(dataQuality, asOf, options)[0] ?? '';
    case 'empty':
      return say.empty(weekday, rounded(attention.usual, options));
    case 'few':
      return say.few(totals.submitted, rounded(attention.usual, options));
    case 'change':
      return changeSentence(attention, options);
    case 'waiting':
      return waitingSentence(attention, options);
    case 'without_receipts':
      return withoutReceipts ? withoutReceiptsNotice(withoutReceipts, options) : '';
    case 'failures': {
      const word = sanitize(attention.word, LONGEST_FAILURE_WORD);
      return say.mostFailures(word, format.percent(attention.share));
    }
    case 'nothing': {
      const rate = format.percent(totals.deliveryRate ?? 0);
      return baseline
        ? say.nothing(rate, weekday, incidents.shown.length > 0)
        : say.nothingKnown(rate, weekday);
    }
  }
}

function changeSentence(
  { change, worst, isReconstructed }: Extract<Attention, { kind: 'change' }>,
  options: AttentionOptions,
): string {
  const { t, format, incidents } = options;
  const say = t.summary.attention;
  const sentences = [changeText(change, say, options)];
  if (worst && !isListed({ of: 'operator', operator: worst.operator }, incidents)) {
    const name = operatorName(worst.operator, t);
    sentences.push(say.mostly(name, format.percent(worst.to), format.percent(worst.from)));
  }
  if (isReconstructed) sentences.push(say.reconstructed);
  return sentences.join(' ');
}

function waitingSentence(
  { change: { from, to, subject }, ofFinal }: Extract<Attention, { kind: 'waiting' }>,
  options: SummaryView,
): string {
  const { percent } = options.format;
  const operator = subject.of === 'all' ? undefined : operatorName(subject.operator, options.t);
  const usual = { rate: percent(from), ofFinal: percent(ofFinal.from) };
  const now = { rate: percent(to), ofFinal: percent(ofFinal.to) };
  return options.t.summary.attention.waiting(operator, now, usual);
}

function rounded(usual: number | undefined, { format }: SummaryView): string | undefined {
  return usual === undefined ? undefined : format.number(Math.round(usual));
}
