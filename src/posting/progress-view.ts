import { type Language, translationsFor } from '../i18n/index.ts';
import type { runs } from '../i18n/locales/runs.en.ts';
import { adviceView } from '../slack/blocks/advice-view.ts';
import { actions, bold, button, line, richText, type View, view } from '../slack/blocks/blocks.ts';

export interface RunKind {
  /** The name of a kind of run is stored in the database and in button values, so it must not change. */
  readonly name: string;
  readonly title: (language: Language) => string;
  readonly t: (language: Language) => ReturnType<typeof runs>;
  readonly againAction: string;
}

export interface RunRequest {
  readonly kind: RunKind;
  readonly language: Language;
  /** What the task is about, as text for the progress message; telephone numbers in the text are masked. */
  readonly subject: string;
  readonly againValue: string;
}

export interface RunProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
  readonly nextPhase?: {
    /** Completed share, from 0 to 1, of the work that follows after all days are read. */
    readonly share: number;
    readonly text: string;
  };
}

export const CANCEL = 'long.cancel';

const BAR_CHARACTERS = 20;

export function progressView(
  run: RunRequest,
  { daysDone, days, messagesRead, nextPhase }: RunProgress,
  cancel: string,
): View {
  const t = run.kind.t(run.language);
  const share = nextPhase ? nextPhase.share : days === 0 ? 0 : daysDone / days;
  const full = Math.round(Math.min(1, share) * BAR_CHARACTERS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CHARACTERS - full)}`;
  return view(
    richText(headLine(run), line(`${bar} ${nextPhase?.text ?? t.progress(daysDone, days, messagesRead)}`)),
    actions('long', button(CANCEL, t.cancel, cancel)),
  );
}

export function movedView({ kind, language }: RunRequest): View {
  return view(richText(line(kind.t(language).moved)));
}

export function insteadView(run: RunRequest, { text, blocks }: View): View {
  const { kind, language, againValue } = run;
  const head = view(richText(headLine(run)));
  return {
    text: `${head.text}\n${text}`,
    blocks: [
      ...head.blocks,
      ...blocks,
      actions('long', button(kind.againAction, kind.t(language).again, againValue)),
    ],
  };
}

export function endedView(state: 'cancelled' | 'interrupted', request: RunRequest): View {
  const t = translationsFor(request.language);
  return insteadView(request, adviceView(request.kind.t(request.language)[state], t));
}

function headLine({ kind, language, subject }: RunRequest) {
  return line(bold(kind.title(language)), ` · ${subject}`);
}
