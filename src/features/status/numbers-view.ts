import {
  actions,
  bold,
  contextBlock,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import { typedButtons } from '../../slack/listeners/typed-command.ts';
import type { StatusView } from './locales/index.ts';
import type { NumbersModel } from './lookup-each.ts';
import { typedFor } from './problem/suggestions.ts';
import type { ProblemButtons } from './problem/view.ts';
import { lookUpButtons, outcomeLines, queriesOf } from './shortcut/view.ts';

export function numbersView(
  { request, period, outcomes, now }: NumbersModel,
  options: StatusView,
  { seal, sealText }: Pick<ProblemButtons, 'seal' | 'sealText'>,
): View {
  const { t, formatter } = options;
  const refresh = { label: t.answer.refresh, text: typedFor(request) };
  return view(
    outcomesBlock({ request, period, outcomes }, options),
    actions(
      'status.numbers',
      ...lookUpButtons(queriesOf(outcomes), seal),
      ...typedButtons([refresh], sealText),
    ),
    contextBlock(t.answer.asOfDay(formatter.since(now))),
  );
}

export function sharedNumbersView(model: NumbersModel, options: StatusView): View {
  const { t, formatter } = options;
  return view(outcomesBlock(model, options), contextBlock(t.answer.asOfDay(formatter.since(model.now))));
}

function outcomesBlock(
  { request: { msisdns, spec, sender }, period, outcomes }: Omit<NumbersModel, 'now'>,
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
