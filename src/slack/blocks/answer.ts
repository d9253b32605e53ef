import type { Translations } from '../../i18n/index.ts';
import { bold, emoji, line, type Piece, richText } from './blocks.ts';

export interface AnswerLines {
  /** The emoji in the colour of the state; the verdict says the same in words. */
  readonly sign: string;
  /** At most twelve words. */
  readonly verdict: string;
  /** What can be told to the customer, in words for them. */
  readonly say?: string | undefined;
  /** One action. */
  readonly act?: string | readonly Piece[] | undefined;
}

/** The first three lines of an answer: the verdict, what to say to the customer, what to do. */
export function answerLines({ sign, verdict, say, act }: AnswerLines, { answer }: Translations) {
  return richText(
    line(emoji(sign), ' ', bold(verdict)),
    ...(say === undefined ? [] : [line(bold(answer.say), ` ${answer.quoted(say)}`)]),
    ...(act === undefined ? [] : [line(bold(answer.act), ' ', ...(typeof act === 'string' ? [act] : act))]),
  );
}
