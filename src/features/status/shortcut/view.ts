import { maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { explain } from '../../../slack/blocks/advice-view.ts';
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
import type { Fields } from '../../../slack/forms/modal.ts';
import type { StatusContext, StatusTranslations, StatusView } from '../locales/index.ts';
import type { StatusQuery } from '../lookup.ts';
import type { NamedLookup, NamedModel, NamedOutcome } from '../lookup-each.ts';
import { noteText, statusProblemAdvice } from '../problem/view.ts';
import { statusLines, subjectOf } from '../verdict-text.ts';
import { numberLines } from '../view.ts';
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
  const buttons = outcomes.map(({ query }, place) =>
    button(`status.number.${place + 1}`, nameText(query), seal(query)),
  );
  const named = view(
    outcomesBlock(outcomes, options),
    ...(note === '' ? [] : [contextBlock(note)]),
    actions('status.named', ...buttons),
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
  return {
    ...answer,
    blocks: [...answer.blocks, actions('status.reply', button(REPLY, t.shortcut.reply, asked))],
    modalAction: REPLY,
  };
}

export function repliedView(said: View, backId: string, asked: string, t: StatusTranslations): View {
  return {
    ...said,
    blocks: [...said.blocks, actions('status.back', button(backId, t.shortcut.back, asked))],
  };
}

export function nothingNamedView(
  possible: readonly StatusQuery[],
  t: StatusTranslations,
  {
    seal,
    sealFields,
  }: { readonly seal: NamedButtons['seal']; readonly sealFields: (fields: Fields) => string },
): View {
  const { sentence, nextStep } = possible.length > 0 ? t.shortcut.which : t.shortcut.nothing;
  return view(
    richText(line(bold(sentence)), line(nextStep)),
    actions(
      'status.ask',
      ...possible.map((query, place) => button(`status.number.${place + 1}`, nameText(query), seal(query))),
      button('status.ask.form', t.input.form, sealFields({})),
    ),
  );
}

export function withForm(answer: View, fields: string, t: StatusTranslations): View {
  return {
    ...answer,
    blocks: [...answer.blocks, actions('status.ask', button('status.ask.form', t.input.form, fields))],
  };
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
    ...outcomes.map((outcome) => {
      const { sign, text } = outcomeText(outcome, options);
      const name = nameText(outcome.query, options.isShared ? outcome : undefined);
      return line(emoji(sign), ' ', bold(name), ` ${text}`);
    }),
  );
}

export function outcomeText(outcome: NamedLookup, options: StatusView): { sign: string; text: string } {
  const { t, formatter, senders } = options;
  if ('late' in outcome)
    return { sign: 'grey_question', text: options.isShared ? t.input.notBegunThere : t.input.notBegun };
  if ('failed' in outcome) return { sign: 'warning', text: explain(outcome.failed, t, formatter).sentence };
  const { model } = outcome;
  if ('problem' in model)
    return { sign: 'information_source', text: statusProblemAdvice(model, t, senders).sentence };
  if ('verdict' in model) {
    const { sign, verdict } = numberLines(model, options);
    return { sign, text: verdict };
  }
  const subject = model.found && subjectOf(model.found.traced, model.now);
  if (!subject) return { sign: 'information_source', text: t.shortcut.notFound[model.request.by] };
  const { sign, verdict } = statusLines({ ...subject, peers: model.peers }, options);
  return { sign, text: verdict };
}

/** Readers of the message may see its names; others see a found message by its masked number. */
function nameText(query: StatusQuery, outcome?: NamedOutcome): string {
  if (query.kind === 'number') return maskMsisdn(query.request.msisdn);
  const { request } = query;
  const name = request.by === 'id' ? request.id : request.reference;
  if (!outcome) return clip(visible(name), LONGEST_NAME);
  const found = 'model' in outcome && 'found' in outcome.model ? outcome.model.found : undefined;
  const msisdn = found?.traced.message.msisdn ?? '';
  return msisdn === '' ? sanitize(name, LONGEST_NAME) : maskMsisdn(msisdn);
}
