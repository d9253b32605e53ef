import { dayOf } from '../../../fake-slack/dates.ts';
import type { PageMessage } from '../contract.ts';
import { instantOf } from '../time.ts';

/**
 * Messages in the order in which they came, those of one day in a zone together. Where the clock was put back, a day
 * comes once more: each stretch of it stands by itself.
 */
export function stretchesOfDays(messages: readonly PageMessage[], zone: string): PageMessage[][] {
  const stretches: PageMessage[][] = [];
  let last: string | undefined;
  for (const message of messages) {
    const day = dayOf(instantOf(message.ts), zone);
    if (day === last) stretches.at(-1)?.push(message);
    else stretches.push([message]);
    last = day;
  }
  return stretches;
}
