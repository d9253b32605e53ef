import type { Button } from '@slack/types';
import type { OpenCircuit } from '../../domain/failure.ts';
import { adviceView, answerLines, echo, rewriteView } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
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
import { headlineOf, headlineText, openIncidentLine, signFor } from '../../slack/blocks/headline.ts';
import type { DataBlock } from '../../slack/blocks/tables-and-charts.ts';
import { suggestionButtons } from '../../slack/listeners/typed-command.ts';
import { type CheckHeadline, customerAdvice, newestShown, nextStep, packIncident } from './advice.ts';
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
    thread: fullCheckView(model, options),
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
    ...(subcommand === undefined
      ? suggested.map((text) => ({ label: operatorName(text, t), text }))
      : [{ label: subcommand, text: subcommand }]),
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

function titleOf(headline: CheckHeadline, model: CheckModel, options: CheckViewOptions): string {
  const { t, format } = options;
  const { reading, notRefreshed, circuits } = model;
  const said = headlineText(headline, t);
  // If the platform did not answer this request, the headline says how old the figures are.
  const isNow = !circuits?.platform && (notRefreshed === undefined || notRefreshed === 'just_read');
  if (!reading || isNow) return said;
  return t.check.agedHeadline(format.since(reading.readAt), said);
}

/** Figures may be read after the person asked, and an age must not be negative. */
function ageText({ at, reading }: CheckModel, { format }: CheckViewOptions): string {
  return format.duration(Math.max(0, at.getTime() - (reading?.readAt ?? at).getTime()) / 1000);
}

function ageBlocks(model: CheckModel, options: CheckViewOptions): ViewBlock[] {
  const { t, format, isShared } = options;
  const { notRefreshed, reading } = model;
  if (!reading) return [];
  const since = format.since(reading.readAt);
  const age = ageText(model, options);
  if (notRefreshed === 'just_read' && !isShared) return [contextBlock(t.check.justRead(age))];
  // A shared answer shows a time instead of an age, because people read it later.
  const asOf = isShared ? t.answer.asOfDay(since) : t.check.asOf(since, age);
  if (notRefreshed === undefined || notRefreshed === 'just_read') return [contextBlock(asOf)];
  return [contextBlock(asOf, t.check.nothingNewer(t.failures[notRefreshed.code].sentence))];
}

export function checkNotices(model: CheckModel, options: CheckViewOptions): string[] {
  const { t } = options;
  const { reading, dataQuality, hasUnlistedOperators, areIncidentsUnread } = model;
  if (!reading) return [];
  const isStale = reading.isStale && options.isShared === true;
  const notices = dataQuality ? dataQualityNotices({ ...dataQuality, isStale }, reading.readAt, options) : [];
  if (reading.isStale && !isStale) notices.push(t.check.stale(ageText(model, options)));
  if (hasUnlistedOperators) notices.push(manyOperatorsNotice(t));
  // The notice about unread incidents comes first, because the answer shows only the first notice.
  if (areIncidentsUnread) notices.unshift(t.check.incidentsUnread);
  return notices;
}

function buttonsFor(model: CheckModel, { t }: CheckViewOptions, canShare: boolean): ViewBlock {
  const { about, unreachable, operatorValue } = model;
  const { buttons } = t.check;
  const value = about ? operatorValue(about.operator) : ALL_OPERATORS;
  const incident = packIncident(headlineOf(model));
  const elements: Button[] = [
    primary(button('check.refresh', t.answer.refresh, value)),
    button('check.evidence', buttons.details, value),
    ...newestButton(model, t),
    ...(incident ? [button('incident.pack', t.findings.pack, incident.id)] : []),
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
  const { t, isShared } = options;
  const lines = incidents
    .slice(0, most)
    .map((one) =>
      openIncidentLine(one, options, areSeveral ? [t.findings.sensitivity(one.sensitivity)] : []),
    );
  const left = incidents.length - lines.length;
  const { more, moreShared } = t.check.incident;
  return left > 0 ? [...lines, line((isShared ? moreShared : more)(left))] : lines;
}
