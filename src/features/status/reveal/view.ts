import { earliestTime, type Message } from '../../../domain/messages/message.ts';
import { formatMsisdn } from '../../../domain/messages/msisdn.ts';
import type { TracedMessage } from '../../../domain/messages/status-verdict.ts';
import {
  bold,
  contextBlock,
  divider,
  line,
  quote,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { clip, visible } from '../../../slack/blocks/text.ts';
import { senderName } from '../../../slack/blocks/view-options.ts';
import type { StatusView } from '../locales/index.ts';
import type { MessageModel, StatusModel } from '../lookup.ts';

/** A text of ten segments is whole. */
const LONGEST_TEXT = 1_600;

/** A number and the texts of its messages as they are, for who asked alone: nothing here can be shared or sent on. */
export function revealedView(model: StatusModel | MessageModel, options: StatusView): View {
  const { t } = options;
  const [msisdn, shown] = contentOf(model);
  return view(
    ...(msisdn === '' ? [] : [richText(line(bold(formatMsisdn(msisdn))))]),
    ...shown.flatMap(({ message }) => [divider(), ...messageBlocks(message, options)]),
    contextBlock(t.reveal.onlyYou),
  );
}

function contentOf(model: StatusModel | MessageModel): [msisdn: string, shown: readonly TracedMessage[]] {
  if ('verdict' in model) return [model.request.msisdn, model.shown];
  return model.found ? [model.found.traced.message.msisdn, [model.found.traced]] : ['', []];
}

function messageBlocks(message: Message, { t, formatter, senders }: StatusView): ViewBlock[] {
  const at = earliestTime(message);
  const facts = [
    ...(at ? [formatter.moment(at)] : []),
    ...(message.sender === undefined ? [] : [t.answer.from(senderName(message.sender, senders))]),
  ];
  const text = clip(visible(message.text ?? ''), LONGEST_TEXT);
  const head = facts.length > 0 ? [line(facts.join(' · '))] : [];
  if (text.trim() !== '') return [richText(...head, quote(text))];
  const isMissing = message.text === undefined;
  return [richText(...head, line(isMissing ? t.status.textMissing : t.status.textInvisible))];
}
