import { usePage } from '../page-context.ts';

/** The name of a message box in the drafts: one for each person and channel, and one for each thread there. */
export function boxOf(person: string, channel: string, threadTs?: string): string {
  return [person, channel, ...(threadTs === undefined ? [] : [threadTs])].join(' ');
}

/** Sends a text from a box; nothing but white space is not sent. */
export function useSend(box: string, channel: string, threadTs?: string): (text: string) => void {
  const { me, drafts, act } = usePage();
  return (text) => {
    if (text.trim() === '') return;
    const thread = threadTs === undefined ? {} : { threadTs };
    void drafts.send(box, text, (said) =>
      act({ kind: 'say', person: me.id, channel, text: said.trim(), ...thread }),
    );
  };
}
