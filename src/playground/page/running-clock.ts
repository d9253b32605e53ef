import { useEffect, useState } from 'react';
import type { PageClock } from './contract.ts';

const TICK_MS = 1000;

/** The page's clock, a second at a time. */
export function useRunningClock({ now }: PageClock): Date {
  const [told, setTold] = useState(() => ({ now, atMs: performance.now() }));
  const [, setTicks] = useState(0);
  // A state says the time anew; from there on it runs in the page.
  if (told.now !== now) setTold({ now, atMs: performance.now() });
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(Date.parse(told.now) + performance.now() - told.atMs);
}
