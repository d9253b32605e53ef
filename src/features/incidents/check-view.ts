import { echo } from '../../slack/advice.ts';
import {
  actions,
  bold,
  button,
  context,
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
} from '../../slack/blocks.ts';
import { operatorName } from '../../slack/charts.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Newer } from '../../slack/newer-blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { wordsFor } from '../../slack/words/index.ts';
import { customerSentence, type Gist, gistOf, headlineOf, nextStep, ownerSentence } from './check-gist.ts';
import { ageOf, incidentBlocks, readingBlocks, usualBlocks } from './check-notes.ts';
import { quietSentence, strayingSentence } from './check-quiet.ts';
import { chartBlocks, tableOf } from './check-table-view.ts';
import { findingSentence, sinceSentence } from './check-words.ts';
import type { CheckModel, NoSuchOperator } from './model.ts';
import { trustBlocks } from './operator-view.ts';
import { closestTo, operatorValue } from './operators.ts';

/** Operators whose findings are told in sentences. */
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

/** The answer to “is SMS broken, and whose fault is it?” */
export function checkView(
  model: CheckModel,
  options: ViewOptions,
  { canShare }: { readonly canShare: boolean },
): View {
  return view(
    ...checkBlocks(model, options),
    divider(),
    buttonsFor(model, options, canShare),
    context(options.words.answer.timesIn(options.formats.timeZone)),
  );
}

/** The same as a channel sees it: without buttons, with who shared it and when. */
export function sharedCheckView(model: CheckModel, options: ViewOptions, sharedBy: string, now: Date): View {
  const { words, formats } = options;
  return view(
    ...checkBlocks(model, options),
    context(words.answer.timesIn(formats.timeZone)),
    context(words.post.sharedBy(sharedBy, formats.moment(now))),
  );
}

export function noSuchOperatorView({ text, known }: NoSuchOperator, { words }: ViewOptions): View {
  const names = known.slice(0, MOST_NAMED).map((operator) => operatorName(operator, { words }));
  const more = known.length - names.length;
  const listed = more > 0 ? [...names, words.check.andMore(more)] : names;
  const all = listed.length > 0 ? new Intl.ListFormat(words.locale).format(listed) : undefined;
  const closest = closestTo(text, known);
  const meant = closest === undefined ? undefined : operatorName(closest, { words });
  const example = closest === undefined ? undefined : `/sms-check ${echo(closest)}`;
  return adviceView(words.check.noSuchOperator(echo(text), all, meant), words, example);
}

function checkBlocks(model: CheckModel, options: ViewOptions): (ViewBlock | Newer)[] {
  const gist = gistOf(model);
  return [
    header(titleOf(gist, model, options)),
    ...readingBlocks(model, options),
    richText(...gistLines(gist, model, options)),
    ...incidentBlocks(model, options),
    ...(model.about ? trustBlocks(model.about, options) : tableOf(model, options)),
    ...(model.chart ? chartBlocks(model.chart, options) : []),
    ...usualBlocks(model, options),
    ...customerBlocks(gist, options),
  ];
}

/** What there is to say, with its age where newer figures could not be had. */
function titleOf(gist: Gist, model: CheckModel, options: ViewOptions): string {
  const { words, formats } = options;
  const { reading, notNewer } = model;
  const said = headlineOf(gist, words);
  if (!reading || notNewer === undefined || notNewer === 'just_read') return said;
  return words.check.agedHeadline(formats.since(reading.readAt), ageOf(reading, model, options), said);
}

/** The evidence, since when, whose it is, and what to do. */
function gistLines(gist: Gist, model: CheckModel, options: ViewOptions) {
  const { words, formats } = options;
  const { check, failures } = words;
  const { unreachable } = model;
  const sign = emoji(SIGNS[gist.verdict]);
  const lines = [];
  if (unreachable) {
    lines.push(line(sign, ' ', bold(failures[unreachable.failure].sentence)));
    if (unreachable.since) lines.push(line(check.unreachableSince(formats.since(unreachable.since))));
    const last = unreachable.last && headlineOf(gistOf(unreachable.last), words);
    if (unreachable.lastReadAt)
      lines.push(line(check.lastFigures(formats.since(unreachable.lastReadAt), last)));
  }
  for (const { judgement, since } of gist.subjects.slice(0, MOST_TOLD)) {
    const sentences = judgement.findings.map((finding) => findingSentence(judgement, finding, options));
    const [first = quietSentence(judgement, model, options), ...others] = sentences;
    lines.push(line(sign, ' ', bold([first, sinceSentence(since, options)].filter(Boolean).join(' '))));
    lines.push(...others.map((sentence) => line(sentence)));
  }
  const owner = ownerSentence(gist, model, words);
  if (owner !== undefined) lines.push(line(owner));
  const strayers = model.about || !model.all ? gist.subjects : [...model.operators, model.all];
  const straying = gist.verdict === 'normal' ? strayingSentence(strayers, options) : undefined;
  if (straying !== undefined) lines.push(line(straying));
  lines.push(line(nextStep(gist, model, words, straying !== undefined)));
  return lines;
}

/** In both languages, whatever the asker's: customers have theirs. */
function customerBlocks(gist: Gist, { words }: ViewOptions): ViewBlock[] {
  const { check } = words;
  return [
    richText(
      line(bold(check.customerTitle)),
      line(`${check.languages.es}:`),
      preformatted(customerSentence(gist, wordsFor('es'))),
      line(`${check.languages.en}:`),
      preformatted(customerSentence(gist, wordsFor('en'))),
    ),
  ];
}

function buttonsFor(
  { operators, about, unreachable }: CheckModel,
  { words }: ViewOptions,
  canShare: boolean,
): ViewBlock {
  const { check } = words;
  const value = about ? operatorValue(about.operator) : ALL_OPERATORS;
  const elements = [button('check.refresh', words.answer.refresh, value)];
  if (canShare) elements.push(button('check.share', words.post.share, value));
  if (!unreachable) elements.push(button('check.rehearse', check.buttons.rehearse, '7'));
  const entries = new Map<string, string>();
  if (about) entries.set(ALL_OPERATORS, check.buttons.allOperators);
  for (const { judgement } of operators) {
    const { whose } = judgement;
    if (whose.of === 'operator')
      entries.set(operatorValue(whose.operator), operatorName(whose.operator, { words }));
  }
  if (entries.size === 0) return actions('check.turn', ...elements);
  const listed = [...entries].map(([own, label]) => ({ value: own, label }));
  return actions('check.turn', ...elements, menu('check.details', check.buttons.details, listed));
}
