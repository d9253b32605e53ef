import { actions, bold, button, line, richText, type View, view } from './blocks.ts';
import { adviceView } from './errors.ts';
import type { RunRequest } from './long-run-kind.ts';
import { type Words, wordsFor } from './words/index.ts';

/** How far something is. */
export interface RunProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
  /** What is done once all days are read; left out before, and where nothing more is to be done. */
  readonly after?: {
    /** From 0 to 1. */
    readonly share: number;
    readonly text: string;
  };
}

/** What somebody sees who waits for something. */
export type Waited = Pick<RunRequest, 'kind' | 'subject' | 'again'>;

export const CANCEL = 'long.cancel';

const BAR_CHARACTERS = 20;

/** Something that is being made: what it is about, how far it is, and a button to stop it. */
export function progressView(
  waited: Waited,
  { daysDone, days, messagesRead, after }: RunProgress,
  cancel: string,
  words: Words,
): View {
  const say = waited.kind.words(words);
  const share = after ? after.share : days === 0 ? 0 : daysDone / days;
  const full = Math.round(Math.min(1, share) * BAR_CHARACTERS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CHARACTERS - full)}`;
  return view(
    richText(
      headLine(waited, words),
      line(`${bar} ${after?.text ?? say.progress(daysDone, days, messagesRead)}`),
    ),
    actions('long', button(CANCEL, say.cancel, cancel)),
  );
}

/** What is said where something was asked for that comes by direct message, be it that one or another. */
export function movedView({ kind }: Waited, words: Words, { isHere = false } = {}): View {
  const { moved, movedHere } = kind.words(words);
  return view(richText(line(isHere ? movedHere : moved)));
}

/** What came of it instead, under what it was to be, with a button to ask for it once more. */
export function insteadView(waited: Waited, { text, blocks }: View, words: Words): View {
  const { kind, again } = waited;
  const head = view(richText(headLine(waited, words)));
  return {
    text: `${head.text}\n${text}`,
    blocks: [
      ...head.blocks,
      ...blocks,
      actions('long', button(kind.againAction, kind.words(words).again, again)),
    ],
  };
}

/** What stands in the place of something that nobody makes any more. */
export function endedView(state: 'cancelled' | 'interrupted', request: RunRequest): View {
  const words = wordsFor(request.language);
  return insteadView(request, adviceView(request.kind.words(words)[state], words), words);
}

function headLine({ kind, subject }: Waited, words: Words) {
  return line(bold(kind.title(words)), ` · ${subject}`);
}
