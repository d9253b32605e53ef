import type { Button } from '@slack/types';
import type { OpenCircuit } from '../../domain/failure.ts';
import { adviceView, answerLines, echo, rewriteView } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  channel,
  contextBlock,
  emoji,
  line,
  menu,
  overflow,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import {
  dataQualityNotices,
  manyOperatorsNotice,
  noticeBlock,
  operatorName,
} from '../../slack/blocks/figures.ts';
import { listText, zoneText } from '../../slack/blocks/format.ts';
import { incidentSubjectText } from '../../slack/blocks/headline.ts';
import type { DataBlock } from '../../slack/blocks/tables-and-charts.ts';
import { displayName } from '../../slack/blocks/text.ts';
import { suggestionButtons } from '../../slack/listeners/typed-command.ts';
import {
  customerAdvice,
  type Headline,
  headlineOf,
  headlineText,
  newestShown,
  nextStep,
  signFor,
} from './advice.ts';
import { evidenceLines, remarks } from './figures-text.ts';
import { ALL_OPERATORS, closestSubcommand, closestTo, moreValue } from './input.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckModel, NoSuchOperator, ShownIncident } from './model.ts';
import { chartBlock, figuresTable, operatorsTable } from './operator-view.ts';

const MOST_NAMED = 20;
/** If more incidents than this are open, the answer shows only the first incident. */
const MOST_INCIDENTS = 2;

export function checkView(
  model: CheckModel,
  options: CheckViewOptions,
  { canShare }: { readonly canShare: boolean },
): View {
  return view(...checkBlocks(model, options), buttonsFor(model, options, canShare));
}

export function sharedCheckView(
  model: CheckModel,
  options: CheckViewOptions,
  sharedBy: string,
): { readonly shared: View; readonly thread: View } {
  const { t, format } = options;
  const headline = headlineOf(model);
  const sign = emoji(signFor(headline));
  const asOf = t.answer.asOfDay(format.since(model.reading?.readAt ?? model.at));
  return {
    shared: view(
      richText(line(sign, ' ', bold(titleOf(headline, model, options)))),
      contextBlock(asOf, t.post.sharedBy(sharedBy)),
    ),
    thread: view(...checkBlocks(model, options), contextBlock(zoneText(options))),
  };
}

export function fullCheckView(model: CheckModel, options: CheckViewOptions): View {
  return view(...checkBlocks(model, options), contextBlock(zoneText(options)));
}

const MOST_SUGGESTED = 3;

/** `seal` makes the value of a button that runs `/sms-check`; `write` makes an example message to the bot. */
export function noSuchOperatorView(
  { text, known }: NoSuchOperator,
  { t }: CheckViewOptions,
  seal: (text: string) => string,
  write?: (words: string) => string,
): View {
  const names = known.map((operator) => operatorName(operator, t));
  const all =
    names.length > 0 ? listText(names, t, { most: MOST_NAMED, others: t.findings.andMore }) : undefined;
  const closest = closestTo(text, known);
  const subcommand = closest === undefined ? closestSubcommand(text) : undefined;
  const meant = closest === undefined ? subcommand : operatorName(closest, t);
  const named = known.filter((operator) => operator !== undefined).slice(0, MOST_SUGGESTED);
  const suggested = closest === undefined ? named : [closest];
  const suggestions = [
    ...(subcommand === undefined ? [] : [{ label: subcommand, text: subcommand }]),
    ...(subcommand === undefined ? suggested : []).map((operator) => ({
      label: operatorName(operator, t),
      text: operator,
    })),
    { label: t.check.everyOperator, text: '' },
  ];
  const advice = t.check.noSuchOperator(text === '' ? undefined : echo(text), all, meant && echo(meant));
  const buttons = suggestionButtons(suggestions, seal);
  if (!write) return adviceView(advice, t, undefined, buttons);
  const [example] = suggested;
  return rewriteView(advice.sentence, write(t.check.mentionExample(example)), t, buttons);
}

export function chooseOperatorView({ operators, operatorValue }: CheckModel, { t }: CheckViewOptions): View {
  const entries = new Map<string, string>();
  for (const { detection } of operators) {
    const { subject } = detection;
    if (subject.of === 'operator')
      entries.set(operatorValue(subject.operator), operatorName(subject.operator, t));
  }
  if (entries.size === 0) return view(richText(line(t.check.noneLately)));
  const listed = [...entries].map(([value, label]) => ({ value, label }));
  return view(
    richText(line(t.check.whichOperator)),
    actions('check.choice', menu('check.details', t.check.buttons.oneOperator, listed)),
  );
}

function checkBlocks(model: CheckModel, options: CheckViewOptions): (ViewBlock | DataBlock)[] {
  const { t } = options;
  const { about, incidents, chart } = model;
  const headline = headlineOf(model);
  const seen = evidenceLines(headline, model, options);
  const known = incidentLines(incidents, options, incidents.length > MOST_INCIDENTS ? 1 : MOST_INCIDENTS);
  return [
    answerLines(
      {
        sign: signFor(headline),
        verdict: titleOf(headline, model, options),
        say: customerAdvice(headline, t),
        act: nextStep(headline, model, options, remarks(headline, model, options).length > 0),
      },
      t,
    ),
    ...circuitTexts('platform', model, options).map(noticeBlock),
    ...(seen.length + known.length > 0 ? [richText(...seen.map((text) => line(text)), ...known)] : []),
    ...circuitTexts('oauth', model, options).map(noticeBlock),
    ...checkNotices(model, options).slice(0, 1).map(noticeBlock),
    ...ageBlocks(model, options),
    ...(about ? [figuresTable(about, model, options)] : operatorsTable(model, options)),
    ...(chart ? [chartBlock(chart, options)] : []),
  ];
}

/** Says that requests to the platform are paused; not in a shared answer, as this changes within seconds. */
function circuitTexts(
  host: OpenCircuit['host'],
  { circuits }: CheckModel,
  { t, format, isShared }: CheckViewOptions,
): string[] {
  const circuit = circuits?.[host];
  if (!circuit || isShared) return [];
  const { state, since, probeEveryMs } = circuit;
  const say = t.check.circuit;
  return [`${say[host](format.since(since))}; ${say[state](format.duration(probeEveryMs / 1000))}.`];
}

function titleOf(headline: Headline, model: CheckModel, options: CheckViewOptions): string {
  const { t, format } = options;
  const { reading, notRefreshed, circuits } = model;
  const said = headlineText(headline, t);
  // If the platform did not answer this request, the headline says how old the figures are.
  const isNow = !circuits?.platform && (notRefreshed === undefined || notRefreshed === 'just_read');
  if (!reading || isNow) return said;
  return t.check.agedHeadline(format.since(reading.readAt), said);
}

function asOfText(
  { at, reading }: CheckModel,
  { t, format, isShared }: CheckViewOptions,
): string | undefined {
  if (!reading) return undefined;
  // A shared answer shows a time instead of an age, because people read it later.
  if (isShared) return t.answer.asOfDay(format.since(reading.readAt));
  // Figures may be read after the person asked, and an age must not be negative.
  const age = format.duration(Math.max(0, at.getTime() - reading.readAt.getTime()) / 1000);
  return t.check.asOf(format.since(reading.readAt), age);
}

function ageBlocks(model: CheckModel, options: CheckViewOptions): ViewBlock[] {
  const { t, format } = options;
  const { notRefreshed, reading, at } = model;
  const asOf = asOfText(model, options);
  if (asOf === undefined || !reading) return [];
  if (notRefreshed === undefined || (notRefreshed === 'just_read' && options.isShared))
    return [contextBlock(asOf)];
  if (notRefreshed === 'just_read') {
    return [
      contextBlock(t.check.justRead(format.duration((at.getTime() - reading.readAt.getTime()) / 1000))),
    ];
  }
  const { sentence } = t.failures[notRefreshed.code];
  return [contextBlock(asOf, t.check.nothingNewer(sentence))];
}

export function checkNotices(
  { at, reading, dataQuality, hasUnlistedOperators, areIncidentsUnread }: CheckModel,
  options: CheckViewOptions,
): string[] {
  const { t, format } = options;
  if (!reading) return [];
  const isStale = reading.isStale && options.isShared === true;
  const notices = dataQuality ? dataQualityNotices({ ...dataQuality, isStale }, reading.readAt, options) : [];
  const age = format.duration(Math.max(0, at.getTime() - reading.readAt.getTime()) / 1000);
  if (reading.isStale && !isStale) notices.push(t.check.stale(age));
  if (hasUnlistedOperators) notices.push(manyOperatorsNotice(t));
  // The notice about unread incidents comes first, because the answer shows only the first notice.
  if (areIncidentsUnread) notices.unshift(t.check.incidentsUnread);
  return notices;
}

function buttonsFor(model: CheckModel, { t }: CheckViewOptions, canShare: boolean): ViewBlock {
  const { about, unreachable, operatorValue } = model;
  const { buttons } = t.check;
  const value = about ? operatorValue(about.operator) : ALL_OPERATORS;
  const elements: Button[] = [
    primary(button('check.refresh', t.answer.refresh, value)),
    button('check.evidence', buttons.details, value),
    ...newestButton(model, t),
  ];
  const entries = [
    ...(canShare ? [{ value: moreValue('share', value), label: t.post.share }] : []),
    ...(unreachable ? [] : [{ value: moreValue('rehearse', '7'), label: buttons.rehearse }]),
    ...(about ? [{ value: moreValue('show', ALL_OPERATORS), label: buttons.allOperators }] : []),
    ...(unreachable ? [] : [{ value: moreValue('choose', ALL_OPERATORS), label: buttons.oneOperator }]),
  ];
  return actions('check.turn', ...elements, ...(entries.length > 0 ? [overflow('check.more', entries)] : []));
}

function newestButton(model: CheckModel, t: CheckTranslations): Button[] {
  const shown = newestShown(model);
  if (!shown) return [];
  const { operator } = shown;
  const label = t.check.buttons.newest(operatorName(operator, t));
  return [button('check.newest', label, model.operatorValue(operator))];
}

export function incidentLines(
  incidents: readonly ShownIncident[],
  options: CheckViewOptions,
  most = incidents.length,
) {
  // The same problem may have an incident for each sensitivity; then the sensitivity is named.
  const areSeveral = new Set(incidents.map(({ sensitivity }) => sensitivity)).size > 1;
  const say = options.t.check.incident;
  const lines = incidents
    .slice(0, most)
    .map((incident) =>
      line(
        emoji(incident.snoozed ? 'zzz' : 'clipboard'),
        ` ${incidentText(incident, options, areSeveral)} · ${say.in} `,
        channel(incident.channel),
      ),
    );
  const left = incidents.length - lines.length;
  const sayMore = options.isShared ? say.moreShared : say.more;
  return left > 0 ? [...lines, line(sayMore(left))] : lines;
}

function incidentText(
  { extent, beganAt, sensitivity, isRecovering, acknowledged, snoozed, resolved }: ShownIncident,
  { t, format }: CheckViewOptions,
  namesSensitivity: boolean,
): string {
  const say = t.check.incident;
  const done: string[] = [];
  if (acknowledged) done.push(say.acknowledged(displayName(acknowledged.by.name)));
  if (snoozed)
    done.push(say.snoozed(snoozed.until && format.since(snoozed.until), displayName(snoozed.by.name)));
  if (resolved) done.push(say.resolved(displayName(resolved.by.name)));
  return [
    say.open(incidentSubjectText(extent, t), format.since(beganAt)),
    ...(isRecovering ? [say.recovering] : []),
    ...(done.length > 0 ? done : [say.unhandled]),
    ...(namesSensitivity ? [t.findings.sensitivity(sensitivity)] : []),
  ].join(' · ');
}
