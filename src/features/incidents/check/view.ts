import { BASELINE_WEEKS } from '../../../domain/incidents/baseline.ts';
import type { IncidentSubject } from '../../../domain/incidents/lifecycle.ts';
import { adviceView, echo } from '../../../slack/advice-view.ts';
import {
  actions,
  bold,
  button,
  channel,
  contextBlock,
  divider,
  emoji,
  header,
  line,
  menu,
  preformatted,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import type { DataBlock } from '../../../slack/blocks/data-blocks.ts';
import {
  dataQualityNotices,
  manyOperatorsNotice,
  noticeBlock,
  operatorName,
} from '../../../slack/blocks/figures.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import { listText } from '../../../slack/format.ts';
import { sharedByBlock } from '../../../slack/view-options.ts';
import { type IncidentTranslations, type IncidentView, incidentTranslations } from '../locales/index.ts';
import type { CheckModel, NoSuchOperator, NotNewer, ShownIncident } from '../model.ts';
import {
  customerSentence,
  findingSentence,
  type Headline,
  headlineOf,
  headlineText,
  nextStep,
  noFindingSentence,
  onsetSentence,
  ownerSentence,
  slightlyWorseSentence,
  subjectName,
} from './headline.ts';
import { closestTo, operatorValue } from './input.ts';
import { chartBlocks, tableOf, trustBlocks } from './operator-view.ts';

const MOST_TOLD = 3;
const MOST_NAMED = 20;
/** What the Refresh button of an answer for all operators holds. */
export const ALL_OPERATORS = '*';

const SIGNS = {
  normal: 'white_check_mark',
  degraded: 'warning',
  down: 'red_circle',
  silent: 'mute',
  clock_off: 'clock3',
  too_little_traffic: 'grey_question',
  platform_unreachable: 'electric_plug',
} as const;

export function checkView(
  model: CheckModel,
  options: IncidentView,
  { canShare }: { readonly canShare: boolean },
): View {
  return view(
    ...checkBlocks(model, options),
    divider(),
    buttonsFor(model, options, canShare),
    contextBlock(options.t.answer.timesIn(options.formatter.timeZone)),
  );
}

export function sharedCheckView(model: CheckModel, options: IncidentView, sharedBy: string, now: Date): View {
  const { t, formatter } = options;
  return view(
    ...checkBlocks(model, options),
    contextBlock(t.answer.timesIn(formatter.timeZone)),
    sharedByBlock(sharedBy, now, options),
  );
}

export function noSuchOperatorView({ text, known }: NoSuchOperator, { t }: IncidentView): View {
  const names = known.map((operator) => operatorName(operator, t));
  const all =
    names.length > 0 ? listText(names, t, { most: MOST_NAMED, others: t.check.andMore }) : undefined;
  const closest = closestTo(text, known);
  const meant = closest && operatorName(closest, t);
  const example = closest && `/sms-check ${echo(closest)}`;
  return adviceView(t.check.noSuchOperator(echo(text), all, meant), t, example);
}

function checkBlocks(model: CheckModel, options: IncidentView): (ViewBlock | DataBlock)[] {
  const headline = headlineOf(model);
  return [
    header(titleOf(headline, model, options)),
    ...readingBlocks(model, options),
    richText(...headlineLines(headline, model, options)),
    ...incidentBlocks(model, options),
    ...(model.about ? trustBlocks(model.about, options) : tableOf(model, options)),
    ...(model.chart ? chartBlocks(model.chart, options) : []),
    ...baselineBlocks(model, options),
    ...customerBlocks(headline, options),
  ];
}

function titleOf(headline: Headline, model: CheckModel, options: IncidentView): string {
  const { t, formatter } = options;
  const { reading, notNewer } = model;
  const said = headlineText(headline, t);
  if (!reading || notNewer === undefined || notNewer === 'just_read') return said;
  return t.check.agedHeadline(formatter.since(reading.readAt), ageOf(reading, model, options), said);
}

function headlineLines(headline: Headline, model: CheckModel, options: IncidentView) {
  const { t, formatter } = options;
  const { check, failures } = t;
  const { unreachable } = model;
  const sign = emoji(SIGNS[headline.verdict]);
  const lines = [];
  if (unreachable) {
    lines.push(line(sign, ' ', bold(failures[unreachable.failure].sentence)));
    if (unreachable.since) lines.push(line(check.unreachableSince(formatter.since(unreachable.since))));
    const last = unreachable.last && headlineText(headlineOf(unreachable.last), t);
    if (unreachable.lastReadAt)
      lines.push(line(check.lastFigures(formatter.since(unreachable.lastReadAt), last)));
  }
  for (const { detection, onset } of headline.subjects.slice(0, MOST_TOLD)) {
    const name = subjectName(detection, t);
    const sentences = detection.findings.map((finding) => findingSentence(name, finding, options));
    const [first = noFindingSentence(detection, model, options), ...others] = sentences;
    lines.push(line(sign, ' ', bold([first, onsetSentence(onset, options)].filter(Boolean).join(' '))));
    lines.push(...others.map((sentence) => line(sentence)));
  }
  const owner = ownerSentence(headline, model, t);
  if (owner !== undefined) lines.push(line(owner));
  const others = model.about || !model.all ? headline.subjects : [...model.operators, model.all];
  const slightly = headline.verdict === 'normal' ? slightlyWorseSentence(others, options) : undefined;
  if (slightly !== undefined) lines.push(line(slightly));
  lines.push(line(nextStep(headline, model, t, slightly !== undefined)));
  return lines;
}

/** In both languages, whatever the asker's: customers have theirs. */
function customerBlocks(headline: Headline, { t }: IncidentView): ViewBlock[] {
  const { check } = t;
  const sentences = (['es', 'en'] as const).flatMap((language) => [
    line(`${check.languages[language]}:`),
    preformatted(customerSentence(headline, incidentTranslations(language))),
  ]);
  return [richText(line(bold(check.customerTitle)), ...sentences)];
}

function buttonsFor(
  { operators, about, unreachable }: CheckModel,
  { t }: IncidentView,
  canShare: boolean,
): ViewBlock {
  const { check } = t;
  const value = about ? operatorValue(about.operator) : ALL_OPERATORS;
  const elements = [button('check.refresh', t.answer.refresh, value)];
  if (canShare) elements.push(button('check.share', t.post.share, value));
  if (!unreachable) elements.push(button('check.rehearse', check.buttons.rehearse, '7'));
  const entries = new Map<string, string>();
  if (about) entries.set(ALL_OPERATORS, check.buttons.allOperators);
  for (const { detection } of operators) {
    const { subject } = detection;
    if (subject.of === 'operator')
      entries.set(operatorValue(subject.operator), operatorName(subject.operator, t));
  }
  if (entries.size === 0) return actions('check.turn', ...elements);
  const listed = [...entries].map(([own, label]) => ({ value: own, label }));
  return actions('check.turn', ...elements, menu('check.details', check.buttons.details, listed));
}

type Read = NonNullable<CheckModel['reading']>;

function readingBlocks(model: CheckModel, options: IncidentView): ViewBlock[] {
  const { reading, dataQuality, notNewer, areUntold } = model;
  const { t, formatter } = options;
  const { check } = t;
  if (!reading) return [contextBlock(check.title)];
  const age = ageOf(reading, model, options);
  const notices = dataQuality
    ? dataQualityNotices({ ...dataQuality, isStale: false }, reading.readAt, options)
    : [];
  if (reading.isStale) notices.push(check.stale(age));
  if (areUntold) notices.push(manyOperatorsNotice(options.t));
  if (notNewer) notices.push(notNewerNotice(notNewer, age, options));
  return [
    contextBlock(`${check.title} · ${check.asOf(formatter.since(reading.readAt), age)}`),
    ...notices.map(noticeBlock),
  ];
}

/** Read after the question, they are not older than that. */
function ageOf({ readAt }: Read, { at }: CheckModel, { formatter }: IncidentView) {
  return formatter.duration(Math.max(0, at.getTime() - readAt.getTime()) / 1000);
}

function notNewerNotice(notNewer: NotNewer, age: string, { t, formatter }: IncidentView): string {
  const { check, failures } = t;
  if (notNewer === 'just_read') return check.justRead(age);
  const { code, retryAfterMs } = notNewer;
  const { sentence, nextStep } = failures[code];
  const wait = retryAfterMs === undefined ? undefined : formatter.duration(Math.ceil(retryAfterMs / 1000));
  return check.nothingNewer(`${sentence} ${wait === undefined ? nextStep : failures.waitFor(wait)}`, age);
}

function baselineBlocks({ baseline }: CheckModel, { t }: IncidentView): ViewBlock[] {
  const { check } = t;
  if (!baseline.basis) return [];
  const parts = [check.usualFrom(baseline.weeks, baseline.basis === 'reconstructed', baseline.hasFailures)];
  if (baseline.isReading) parts.push(check.usualComing);
  if (baseline.unread > 0 && baseline.weeks < BASELINE_WEEKS) parts.push(check.usualUnread(baseline.unread));
  return [contextBlock(parts.join(' · '))];
}

function incidentBlocks({ incidents }: CheckModel, options: IncidentView): ViewBlock[] {
  // Of one sensitivity there is one incident for one trouble; of several it would seem to be told twice.
  const areSeveral = new Set(incidents.map(({ sensitivity }) => sensitivity)).size > 1;
  const lines = incidents.map((incident) =>
    line(
      emoji(incident.snoozed ? 'zzz' : 'clipboard'),
      ` ${incidentText(incident, options, areSeveral)} · ${options.t.check.incident.in} `,
      channel(incident.channel),
    ),
  );
  return lines.length > 0 ? [richText(...lines)] : [];
}

function incidentText(
  { subject, beganAt, sensitivity, isRecovering, acknowledged, snoozed, resolved }: ShownIncident,
  { t, formatter }: IncidentView,
  namesSensitivity: boolean,
): string {
  const say = t.check.incident;
  const done: string[] = [];
  if (acknowledged) done.push(say.acknowledged(displayName(acknowledged.by.name)));
  if (snoozed)
    done.push(say.snoozed(snoozed.until && formatter.since(snoozed.until), displayName(snoozed.by.name)));
  if (resolved) done.push(say.resolved(displayName(resolved.by.name)));
  return [
    say.open(incidentSubjectName(subject, t), formatter.since(beganAt)),
    ...(isRecovering ? [say.recovering] : []),
    ...(done.length > 0 ? done : [say.unhandled]),
    ...(namesSensitivity ? [t.incident.notes.sensitivity(sensitivity)] : []),
  ].join(' · ');
}

function incidentSubjectName(subject: IncidentSubject, t: IncidentTranslations): string {
  if (subject.of === 'platform') return t.check.thePlatform;
  return subject.of === 'all' ? t.check.everything : operatorName(subject.operator, t);
}
