import { mayWriteMonthFirst } from '../domain/time/month-first.ts';
import type { PeriodClock } from '../domain/time/period-phrase.ts';
import type { RequestContext } from './listeners/context.ts';

/** By which calendar and clock the one who asks means a period. */
export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): PeriodClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}
