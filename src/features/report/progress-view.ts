import { actions, bold, button, line, richText, type View, view } from '../../slack/blocks.ts';
import type { Words } from '../../slack/words/index.ts';
import type { TrafficProgress } from '../../traffic/types.ts';

const BAR_CHARACTERS = 20;

/** A report that is being made: what it is about, how far it is, and a button to stop it. */
export function progressView(
  subject: string,
  { daysDone, days, messagesRead }: TrafficProgress,
  cancel: string,
  words: Words,
): View {
  const { title, long } = words.report;
  const share = days === 0 ? 0 : Math.min(1, daysDone / days);
  const full = Math.round(share * BAR_CHARACTERS);
  return view(
    richText(
      line(bold(title), ` · ${subject}`),
      line(
        `${'█'.repeat(full)}${'░'.repeat(BAR_CHARACTERS - full)} ${long.progress(daysDone, days, messagesRead)}`,
      ),
    ),
    actions('report.run', button('report.cancel', long.cancel, cancel)),
  );
}

/** What is said where a report was asked for that comes elsewhere. */
export function movedView(words: Words): View {
  return view(richText(line(words.report.long.moved)));
}

/** What a report has come to instead, with a button to ask for it once more. */
export function withAgain({ text, blocks }: View, again: string, words: Words): View {
  return {
    text,
    blocks: [...blocks, actions('report.run', button('report.refresh', words.report.long.again, again))],
  };
}
