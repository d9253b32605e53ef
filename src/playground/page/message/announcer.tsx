import { useEffect, useRef, useState } from 'react';
import type { PageMessage } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { nameOf, plainText } from './authors.ts';

/**
 * Tells screen readers of messages that arrive or change. What is there when the person, the channel or the thread
 * changes is not news; nor is what the person writes.
 */
export function Announcer({
  messages,
  of,
}: {
  readonly messages: readonly PageMessage[];
  readonly of: string;
}) {
  const { state, me, words } = usePage();
  const known = useRef<{ of: string; texts: ReadonlyMap<string, string> }>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = { of, texts: new Map(messages.map((one) => [one.ts, one.text])) };
    if (before === undefined || before.of !== of) return setNews('');
    const fresh = messages.filter((one) => one.author !== me.id && before.texts.get(one.ts) !== one.text);
    if (fresh.length === 0) return;
    setNews(
      fresh.map((one) => `${nameOf(one.author, state, words)}: ${plainText(one.text, state)}`).join('\n'),
    );
  }, [messages, of, me, state, words]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {news}
    </div>
  );
}
