import { translationsFor } from '../i18n/index.ts';
import { adviceView } from '../slack/advice-view.ts';
import { actions, bold, button, line, richText, type View, view } from '../slack/blocks/blocks.ts';
import type { RunRequest } from './progress-kind.ts';

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
export type Waited = Pick<RunRequest, 'kind' | 'language' | 'subject' | 'again'>;

export const CANCEL = 'long.cancel';

const BAR_CHARACTERS = 20;

/** Something that is being made: what it is about, how far it is, and a button to stop it. */
export function progressView(
  waited: Waited,
  { daysDone, days, messagesRead, after }: RunProgress,
  cancel: string,
): View {
  const say = waited.kind.t(waited.language);
  const share = after ? after.share : days === 0 ? 0 : daysDone / days;
  const full = Math.round(Math.min(1, share) * BAR_CHARACTERS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CHARACTERS - full)}`;
  return view(
    richText(headLine(waited), line(`${bar} ${after?.text ?? say.progress(daysDone, days, messagesRead)}`)),
    actions('long', button(CANCEL, say.cancel, cancel)),
  );
}

/** What is said where something was asked for that comes by direct message, be it that one or another. */
export function movedView(
  { kind, language }: Pick<Waited, 'kind' | 'language'>,
  { isHere = false } = {},
): View {
  const { moved, movedHere } = kind.t(language);
  return view(richText(line(isHere ? movedHere : moved)));
}

/** What came of it instead, under what it was to be, with a button to ask for it once more. */
export function insteadView(waited: Waited, { text, blocks }: View): View {
  const { kind, language, again } = waited;
  const head = view(richText(headLine(waited)));
  return {
    text: `${head.text}\n${text}`,
    blocks: [
      ...head.blocks,
      ...blocks,
      actions('long', button(kind.againAction, kind.t(language).again, again)),
    ],
  };
}

/** What stands in the place of something that nobody makes any more. */
export function endedView(state: 'cancelled' | 'interrupted', request: RunRequest): View {
  const t = translationsFor(request.language);
  return insteadView(request, adviceView(request.kind.t(request.language)[state], t));
}

function headLine({ kind, language, subject }: Waited) {
  return line(bold(kind.title(language)), ` · ${subject}`);
}
