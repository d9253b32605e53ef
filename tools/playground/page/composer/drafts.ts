import { type ActionFailure, actionFailure } from '../action.ts';
import type { UserActionResult } from '../contract.ts';
import { safeStorage, type TextStorage } from '../memo.ts';
import { usePage } from '../page-context.ts';

export interface Draft {
  readonly text: string;
  /** What was sent from it and is not acknowledged yet. */
  readonly sending: readonly string[];
  /** Why the last text came back. */
  readonly failure?: ActionFailure;
}

const EMPTY: Draft = { text: '', sending: [] };
const REMEMBERED = 50;

/** The message boxes of all people, channels and threads. Texts outlive a reload of the page. */
export function createDrafts(storage: TextStorage) {
  const drafts = new Map<string, Draft>();
  const history = new Map<string, readonly string[]>();
  const listeners = new Set<() => void>();

  const read = (box: string): Draft => {
    const known = drafts.get(box);
    if (known !== undefined) return known;
    const text = storage.read(`draft ${box}`) ?? '';
    const draft = text === '' ? EMPTY : { ...EMPTY, text };
    drafts.set(box, draft);
    return draft;
  };
  const put = (box: string, draft: Draft) => {
    if (draft.text !== read(box).text) storage.write(`draft ${box}`, draft.text);
    drafts.set(box, draft);
    for (const listener of listeners) listener();
  };

  return {
    read,
    type(box: string, text: string) {
      const { sending } = read(box);
      put(box, { text, sending });
    },
    /** Empties the box and delivers its text; where that fails, the text is back, before what was typed since. */
    async send(box: string, text: string, deliver: (text: string) => Promise<UserActionResult>) {
      const before = read(box);
      history.set(
        box,
        [text, ...(history.get(box) ?? []).filter((one) => one !== text)].slice(0, REMEMBERED),
      );
      put(box, { text: before.text === text ? '' : before.text, sending: [...before.sending, text] });
      const failed = await actionFailure(deliver(text));
      const { sending, text: typedSince, failure } = read(box);
      const rest = sending.toSpliced(sending.indexOf(text), 1);
      if (failed === undefined) {
        put(box, { text: typedSince, sending: rest, ...(failure === undefined ? {} : { failure }) });
      } else {
        const back = typedSince === '' ? text : `${text}\n${typedSince}`;
        put(box, { text: back, sending: rest, failure: failed });
      }
    },
    /** What was sent from a box, newest first. */
    sent: (box: string) => history.get(box) ?? [],
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const drafts = createDrafts(safeStorage(() => sessionStorage));

/** The name of a message box: one for each person and channel, and one for each thread there. */
export function boxOf(person: string, channel: string, threadTs?: string): string {
  return [person, channel, ...(threadTs === undefined ? [] : [threadTs])].join(' ');
}

export function useSend(box: string, channel: string, threadTs?: string): (text: string) => void {
  const { me, send } = usePage();
  return (text) => {
    if (text.trim() === '') return;
    const thread = threadTs === undefined ? {} : { threadTs };
    void drafts.send(box, text, (said) =>
      send({ kind: 'say', person: me.id, channel, text: said.trim(), ...thread }),
    );
  };
}
