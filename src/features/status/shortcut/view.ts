import { maskMsisdn } from '../../../domain/messages/msisdn.ts';
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
import type { NamedModel, NamedOutcome, NumbersModel } from '../lookup-each.ts';
import { typedFor } from '../problem/suggestions.ts';
import { noteText, type ProblemButtons, statusProblemAdvice } from '../problem/view.ts';
import { linesOf } from '../view.ts';
import { type AskedInMessage, periodFor } from './input.ts';

export const ASK_AGAIN = 'status.message.again';
export const REPLY = 'status.reply';

const LONGEST_NAME = 40;

export interface NamedButtons {
  readonly seal: (query: StatusQuery) => string;
  readonly asked: string;
  readonly canReply: boolean;
}

export function namedView(
  { outcomes, now }: NamedModel,
  note: string,
  options: StatusView,
  { seal, asked, canReply }: NamedButtons,
): View {
  const { t, formatter } = options;
  const named = view(
    outcomesBlock(outcomes, options),
    ...(note === '' ? [] : [contextBlock(note)]),
    actions('status.named', ...lookUpButtons(queriesOf(outcomes), seal)),
    actions(
      'status.message',
      ...(canReply ? [button(REPLY, t.shortcut.reply, asked)] : []),
      button(ASK_AGAIN, t.answer.refresh, asked),
    ),
    contextBlock(t.answer.asOfDay(formatter.since(now))),
  );
  return { ...named, modalAction: REPLY };
}

export function sharedNamedView({ outcomes, now }: NamedModel, note: string, options: StatusView): View {
  const { t, formatter } = options;
  return view(
    outcomesBlock(outcomes, options),
    ...(note === '' ? [] : [contextBlock(note)]),
    contextBlock(t.answer.asOfDay(formatter.since(now)), zoneText(options)),
  );
}

export function withReply(answer: View, asked: string, t: StatusTranslations): View {
  const row = actions('status.reply', button(REPLY, t.shortcut.reply, asked));
  return { ...answer, blocks: [...answer.blocks, row], modalAction: REPLY };
}

export function repliedView(said: View, backId: string, asked: string, t: StatusTranslations): View {
  const row = actions('status.back', button(backId, t.shortcut.back, asked));
  return { ...said, blocks: [...said.blocks, row] };
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
  asked: AskedInMessage,
  context: Pick<StatusContext, 't' | 'formatter' | 'user' | 'now'>,
): string {
  const { named, total, at } = asked;
  const { t, formatter, user } = context;
  const day = localDay(at, user.timeZone);
  const written = formatter.days(day, day);
  const foreign = named.flatMap((name) => (name.by === 'number' && name.isForeign ? [name.msisdn] : []));
  const has = (kind: (typeof named)[number]['by']) => named.some(({ by }) => by === kind);
  const isAround = has('number') && periodFor(asked, context).kind === 'range';
  return [
    ...(total > named.length ? [t.shortcut.first(named.length, total)] : []),
    ...(isAround ? [t.shortcut.around(written)] : []),
    ...(has('reference') ? [isAround ? t.shortcut.onThatDay : t.shortcut.onDay(written)] : []),
    noteText({ foreign, names: '' }, t),
  ]
    .filter(Boolean)
    .join(' ');
}

function outcomesBlock(outcomes: readonly NamedOutcome[], options: StatusView): ViewBlock {
  const { found, foundAbove } = options.t.shortcut;
  return richText(
    line(bold((options.isShared ? foundAbove : found)(outcomes.length))),
    ...outcomeLines(outcomes, options),
  );
}

function outcomeLines(outcomes: readonly NamedOutcome[], options: StatusView) {
  return outcomes.map((outcome) => {
    const { sign, verdict } = outcomeText(outcome, options);
    const name = nameText(outcome.query, options.isShared ? outcome : undefined);
    return line(emoji(sign), ' ', bold(name), ` ${verdict}`);
  });
}

function lookUpButtons(queries: readonly StatusQuery[], seal: NamedButtons['seal']) {
  return queries.map((query, place) => button(`status.number.${place + 1}`, nameText(query), seal(query)));
}

const queriesOf = (outcomes: readonly NamedOutcome[]) => outcomes.map(({ query }) => query);

function outcomeText(outcome: NamedOutcome, options: StatusView): Pick<AnswerLines, 'sign' | 'verdict'> {
  const { t, formatter, senders } = options;
  if ('late' in outcome)
    return { sign: 'grey_question', verdict: options.isShared ? t.input.notBegunThere : t.input.notBegun };
  if ('failed' in outcome)
    return { sign: 'warning', verdict: explain(outcome.failed, t, formatter).sentence };
  const { model } = outcome;
  if ('problem' in model)
    return { sign: 'information_source', verdict: statusProblemAdvice(model, t, senders).sentence };
  if ('found' in model && !model.found)
    return { sign: 'information_source', verdict: t.shortcut.notFound[model.request.by] };
  return linesOf(model, options);
}

/** Readers of the message may see its names; others see a found message by its masked number. */
function nameText(query: StatusQuery, outcome?: NamedOutcome): string {
  if (query.kind === 'number') return maskMsisdn(query.request.msisdn);
  const { request } = query;
  const name = request.by === 'id' ? request.id : request.reference;
  if (!outcome) return clip(visible(name), LONGEST_NAME);
  const msisdn = 'model' in outcome && !('problem' in outcome.model) ? msisdnOf(outcome.model) : '';
  return msisdn === '' ? sanitize(name, LONGEST_NAME) : maskMsisdn(msisdn);
}

export function numbersView(
  model: NumbersModel,
  options: StatusView,
  { seal, sealText }: Pick<ProblemButtons, 'seal' | 'sealText'>,
): View {
  const { t, formatter } = options;
  const refresh = { label: t.answer.refresh, text: typedFor(model.request) };
  const buttons = [...lookUpButtons(queriesOf(model.outcomes), seal), ...typedButtons([refresh], sealText)];
  return view(
    numbersBlock(model, options),
    actions('status.numbers', ...buttons),
    contextBlock(t.answer.asOfDay(formatter.since(model.now))),
  );
}

export function sharedNumbersView(model: NumbersModel, options: StatusView): View {
  const { t, formatter } = options;
  return view(numbersBlock(model, options), contextBlock(t.answer.asOfDay(formatter.since(model.now))));
}

function numbersBlock(
  { request: { msisdns, spec, sender }, period, outcomes }: NumbersModel,
  options: StatusView,
): ViewBlock {
  const { t, senders } = options;
  const facts = [
    periodText(spec, period, options),
    ...(sender === undefined ? [] : [t.answer.from(senderName(sender, senders))]),
  ];
  return richText(
    line(bold(t.input.numbers(msisdns.length)), ` · ${facts.join(' · ')}`),
    ...outcomeLines(outcomes, options),
  );
}
