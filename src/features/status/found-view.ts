import { maskMsisdn } from '../../domain/msisdn.ts';
import { verdictOf } from '../../domain/verdict.ts';
import { bold, context, divider, line, richText, type ViewBlock } from '../../slack/blocks.ts';
import { clip } from '../../slack/limits.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted, visible } from '../../slack/untrusted.ts';
import type { MessageModel } from './find-message.ts';
import { messageBlocks } from './message-view.ts';
import { customerWords } from './verdict-words.ts';

const LONGEST_SHOWN = 80;
const LONGEST_LABEL = 40;
const LONGEST_VALUE = 200;
const MOST_OTHERS = 20;

/** The answer to “what happened to this message?”: what is known of it, or that the platform does not know it. */
export function foundBlocks(model: MessageModel, options: ViewOptions): ViewBlock[] {
  const { words, formats, isShared = false } = options;
  const { request, day, found, now } = model;
  // What was asked for is no secret to the asker, and must be told apart from others like it.
  const typed = request.by === 'id' ? request.id : request.reference;
  const asked = isShared ? untrusted(typed, LONGEST_SHOWN) : clip(visible(typed), LONGEST_SHOWN);
  const when = day === undefined ? '' : ` · ${formats.days(day, day)}`;
  if (!found) {
    const { sentence, nextStep } = words.message.notFound(asked, request.by);
    return [richText(line(bold(sentence)), line(nextStep))];
  }
  const { traced, others } = found;
  const { msisdn } = traced.message;
  const number = msisdn === '' ? '' : ` · ${maskMsisdn(msisdn)}`;
  const blocks: ViewBlock[] = [
    richText(line(bold(words.message.title(asked)), `${when}${number}`)),
    context(words.status.tellCustomer(customerWords(verdictOf([traced], now), words, formats))),
    divider(),
    ...messageBlocks(traced, now, options),
  ];
  if (others.length > 0) {
    const shown = others.slice(0, MOST_OTHERS).map(({ label, value }) => {
      const text = value === asked ? asked : untrusted(value, LONGEST_VALUE);
      return line(`${untrusted(label, LONGEST_LABEL)}: ${text}`);
    });
    blocks.push(richText(line(bold(words.message.others)), ...shown));
  }
  return blocks;
}
