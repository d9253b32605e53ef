import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { type AnswerLines, explain } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { zoneText } from '../../../slack/blocks/format.ts';
import { clip, sanitize, visible } from '../../../slack/blocks/text.ts';
import { periodText, senderName } from '../../../slack/blocks/view-options.ts';
import { typedButtons } from '../../../slack/listeners/typed-command.ts';
import type { StatusContext, StatusTranslations, StatusView } from '../locales/index.ts';
import { msisdnOf, type StatusQuery } from '../lookup.ts';
import type { NamedModel, NamedResult, NumbersModel } from '../lookup-each.ts';
import { typedFor } from '../problem/suggestions.ts';
import { noteText, type ProblemButtons, statusProblemAdvice } from '../problem/view.ts';
import { linesOf } from '../view.ts';
import { dayNamedIn, type MessageQuestion, periodFor } from './input.ts';

export const ASK_AGAIN = 'status.message.again';
export const REPLY = 'status.reply';

const LONGEST_NAME = 40;

export interface NamedButtons {
  readonly seal: (query: StatusQuery) => string;
  readonly sealedQuestion: string;
  readonly canReply: boolean;
}

export function namedView(
  { results, now }: NamedModel,
  note: string,
  options: StatusView,
  { seal, sealedQuestion, canReply }: NamedButtons,
): View {
  const { t, format } = options;
  const named = view(
    resultsBlock(results, options),
    ...(note === '' ? [] : [contextBlock(note)]),
    actions('status.named', ...lookUpButtons(queriesOf(results), seal)),
    actions(
      'status.message',
      ...(canReply ? [button(REPLY, t.shortcut.reply, sealedQuestion)] : []),
      button(ASK_AGAIN, t.answer.refresh, sealedQuestion),
    ),
    contextBlock(t.answer.asOfDay(format.since(now))),
  );
  return { ...named, modalAction: REPLY };
}

export function sharedNamedView({ results, now }: NamedModel, note: string, options: StatusView): View {
  const { t, format } = options;
  return view(
    resultsBlock(results, options),
    ...(note === '' ? [] : [contextBlock(note)]),
    contextBlock(t.answer.asOfDay(format.since(now)), zoneText(options)),
  );
}

export function withReply(answer: View, sealed: string, t: StatusTranslations): View {
  const row = actions('status.reply', button(REPLY, t.shortcut.reply, sealed));
  return { ...answer, blocks: [...answer.blocks, row], modalAction: REPLY };
}

export function repliedView(answer: View, backId: string, sealed: string, t: StatusTranslations): View {
  const row = actions('status.back', button(backId, t.shortcut.back, sealed));
  return { ...answer, blocks: [...answer.blocks, row] };
}

export function nothingNamedView(
  possible: readonly StatusQuery[],
  t: StatusTranslations,
  { seal, sealFields }: Pick<ProblemButtons, 'seal' | 'sealFields'>,
): View {
  const { sentence, nextStep } = possible.length > 0 ? t.shortcut.which : t.shortcut.nothing;
  return view(
    richText(line(bold(sentence)), line(nextStep)),
    actions(
      'status.ask',
      ...lookUpButtons(possible, seal),
      button('status.ask.form', t.input.form, sealFields({})),
    ),
  );
}

export function withForm(answer: View, fields: string, t: StatusTranslations): View {
  const row = actions('status.ask', button('status.ask.form', t.input.form, fields));
  return { ...answer, blocks: [...answer.blocks, row] };
}

export function noteOn(
  question: MessageQuestion,
  context: Pick<StatusContext, 't' | 'format' | 'user' | 'now'>,
): string {
  const { named, total, at } = question;
  const { t, format, user } = context;
  const day = localDay(at, user.timeZone);
  const written = format.days(day, day);
  const foreign = named.flatMap((name) => (name.by === 'number' && name.isForeign ? [name.msisdn] : []));
  const has = (kind: (typeof named)[number]['by']) => named.some(({ by }) => by === kind);
  const isAround = has('number') && periodFor(question, context).kind === 'range';
  const isUndated = named.some(
    (name) => name.by === 'reference' && !(name.when && dayNamedIn(name.when, question, context)),
  );
  return [
    ...(total > named.length ? [t.shortcut.first(named.length, total)] : []),
    ...(isAround ? [t.shortcut.around(written)] : []),
    ...(isUndated ? [isAround ? t.shortcut.onThatDay : t.shortcut.onDay(written)] : []),
    noteText({ foreign, leftOut: '' }, { t, format }),
  ]
    .filter(Boolean)
    .join(' ');
}

function resultsBlock(results: readonly NamedResult[], options: StatusView): ViewBlock {
  const { found, foundAbove } = options.t.shortcut;
  return richText(
    line(bold((options.isShared ? foundAbove : found)(results.length))),
    ...resultLines(results, options),
  );
}

function resultLines(results: readonly NamedResult[], options: StatusView) {
  return results.map((result) => {
    const { sign, verdict } = resultText(result, options);
    const name = nameText(result.query, options.isShared ? result : undefined);
    return line(emoji(sign), ' ', bold(name), ` ${verdict}`);
  });
}

function lookUpButtons(queries: readonly StatusQuery[], seal: NamedButtons['seal']) {
  return queries.map((query, place) => button(`status.number.${place + 1}`, nameText(query), seal(query)));
}

const queriesOf = (results: readonly NamedResult[]) => results.map(({ query }) => query);

function resultText(result: NamedResult, options: StatusView): Pick<AnswerLines, 'sign' | 'verdict'> {
  const { t, format, senders } = options;
  if ('late' in result)
    return {
      sign: 'grey_question',
      verdict: options.isShared ? t.input.notStartedShared : t.input.notStarted,
    };
  if ('failed' in result) return { sign: 'warning', verdict: explain(result.failed, t, format).sentence };
  const { model } = result;
  if ('problem' in model)
    return { sign: 'information_source', verdict: statusProblemAdvice(model, t, senders).sentence };
  if ('found' in model && !model.found)
    return { sign: 'information_source', verdict: t.shortcut.notFound[model.request.by] };
  return linesOf(model, options);
}

/** With `result`, the reference is masked for readers who may not see the message that contains it. */
function nameText(query: StatusQuery, result?: NamedResult): string {
  if (query.kind === 'number') return maskMsisdn(query.request.msisdn);
  const { request } = query;
  const name = request.by === 'id' ? request.id : request.reference;
  if (!result) return clip(visible(name), LONGEST_NAME);
  const msisdn = 'model' in result && !('problem' in result.model) ? msisdnOf(result.model) : '';
  return msisdn === '' ? sanitize(name, LONGEST_NAME) : maskMsisdn(msisdn);
}

export function numbersView(
  model: NumbersModel,
  options: StatusView,
  { seal, sealText }: Pick<ProblemButtons, 'seal' | 'sealText'>,
): View {
  const { t, format } = options;
  const refresh = { label: t.answer.refresh, text: typedFor(model.request) };
  const buttons = [...lookUpButtons(queriesOf(model.results), seal), ...typedButtons([refresh], sealText)];
  return view(
    numbersBlock(model, options),
    actions('status.numbers', ...buttons),
    contextBlock(t.answer.asOfDay(format.since(model.now))),
  );
}

export function sharedNumbersView(model: NumbersModel, options: StatusView): View {
  const { t, format } = options;
  return view(numbersBlock(model, options), contextBlock(t.answer.asOfDay(format.since(model.now))));
}

function numbersBlock(
  { request: { msisdns, spec, sender }, period, results }: NumbersModel,
  options: StatusView,
): ViewBlock {
  const { t, senders } = options;
  const facts = [
    periodText(spec, period, options),
    ...(sender === undefined ? [] : [t.answer.from(senderName(sender, senders))]),
  ];
  return richText(
    line(bold(t.input.numbers(msisdns.length)), ` · ${facts.join(' · ')}`),
    ...resultLines(results, options),
  );
}
