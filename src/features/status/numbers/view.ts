import { maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { explain } from '../../../slack/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  line,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { typedButtons } from '../../../slack/listeners/typed-command.ts';
import { periodText, senderName } from '../../../slack/view-options.ts';
import type { StatusView } from '../locales/index.ts';
import { typedFor } from '../problem/suggestions.ts';
import type { ProblemButtons } from '../problem/view.ts';
import { numberLines } from '../view.ts';
import type { NumberOutcome, NumbersModel } from './lookup.ts';

/** A line for each number: how its newest message fares; and a button for each, to all there is of it. */
export function numbersView(
  { request, period, outcomes, now }: NumbersModel,
  options: StatusView,
  { seal, sealText }: Pick<ProblemButtons, 'seal' | 'sealText'>,
): View {
  const { t, senders, formatter } = options;
  const { msisdns, ...asked } = request;
  const named = asked.sender === undefined ? undefined : senderName(asked.sender, senders);
  const facts = [
    periodText(asked.spec, period, options),
    ...(named === undefined ? [] : [t.answer.from(named)]),
  ];
  const buttons = msisdns.map((msisdn, place) => {
    const value = seal({ kind: 'number', request: { msisdn, ...asked }, page: 0 });
    return button(`status.number.${place + 1}`, maskMsisdn(msisdn), value);
  });
  const refresh = { label: t.answer.refresh, text: typedFor(request) };
  return view(
    richText(
      line(bold(t.input.numbers(msisdns.length)), ` · ${facts.join(' · ')}`),
      ...outcomes.map((outcome) => outcomeLine(outcome, options)),
    ),
    actions('status.numbers', ...buttons, ...typedButtons([refresh], sealText)),
    contextBlock(t.answer.asOf(formatter.time(now))),
  );
}

function outcomeLine(outcome: NumberOutcome, options: StatusView) {
  const { t, formatter } = options;
  const number = bold(maskMsisdn(outcome.msisdn));
  if ('late' in outcome) return line(emoji('grey_question'), ' ', number, ` ${t.input.notBegun}`);
  if ('failed' in outcome) {
    return line(emoji('warning'), ' ', number, ` ${explain(outcome.failed, t, formatter).sentence}`);
  }
  const { sign, verdict } = numberLines(outcome.model, options);
  return line(emoji(sign), ' ', number, ` ${verdict}`);
}
