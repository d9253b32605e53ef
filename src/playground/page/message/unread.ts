import { useEffect, useMemo, useState } from 'react';
import type { PageState } from '../contract.ts';

/**
 * How many messages of others a person has not had on the screen yet, by channel. What was there when the page opened
 * counts as read; people whose eyes one borrows later find what came in the meantime.
 */
export function useUnread(
  state: PageState | undefined,
  channel: string | undefined,
): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (state === undefined) return;
    setSeen((before) => {
      const shown = state.messages.filter((one) => before === undefined || one.channel === channel);
      const fresh = shown.map((one) => `${state.person} ${one.ts}`).filter((one) => !before?.has(one));
      return fresh.length === 0 && before !== undefined ? before : new Set([...(before ?? []), ...fresh]);
    });
  }, [state, channel]);
  return useMemo(() => {
    const counts = new Map<string, number>();
    if (state === undefined || seen === undefined) return counts;
    for (const { channel: where, ts, author, threadTs } of state.messages) {
      const isNews = author !== state.person && threadTs === undefined && where !== channel;
      if (isNews && !seen.has(`${state.person} ${ts}`)) counts.set(where, (counts.get(where) ?? 0) + 1);
    }
    return counts;
  }, [state, seen, channel]);
}
