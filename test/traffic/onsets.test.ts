import { expect, test } from 'vitest';
import type { Cell } from '../../src/domain/figures/figures.ts';
import type { Message } from '../../src/domain/messages/message.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { findOnsets } from '../../src/traffic/onsets.ts';
import { countsAt, observationsAt } from '../../src/traffic/window.ts';
import { tallyOf, withWord } from '../support/figures.ts';
import { at } from '../support/messages.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const DAY_START = at('00:00:00').getTime();
const readAt = at('15:40:00');

/** Ten messages a minute to Entel from midnight to 15:40, as known then. */
function cellsWith(fate: (submitted: Date) => Partial<Message> | undefined): Cell[] {
  const messages: Message[] = [];
  for (let ms = DAY_START; ms < readAt.getTime(); ms += MINUTE / 10) {
    const platformAt = new Date(ms);
    const changes = fate(platformAt);
    if (!changes) continue;
    const isThere = ms + 9_000 <= readAt.getTime();
    const own = isThere ? { handsetAt: new Date(ms + 9_000) } : {};
    const word = changes.statusWord ?? (isThere ? 'delivered' : 'sent');
    messages.push(
      withWord(word, { operator: 'Entel', platformAt, operatorAt: new Date(ms + 2_000), ...own, ...changes }),
    );
  }
  return tallyOf(messages, readAt).cells();
}

const usual = { readAt, start: new Date(DAY_START), end: readAt, cells: cellsWith(() => ({})) };
/** The same hours of the last four weeks, without a problem. */
const past = [1, 2, 3, 4].flatMap((week) =>
  Array.from({ length: 24 }, (_, quarter) => new Date(readAt.getTime() - quarter * 15 * MINUTE)).flatMap(
    (then) =>
      observationsAt(countsAt([usual], then), then).map((one) => ({
        ...one,
        at: new Date(then.getTime() - week * WEEK),
        basis: 'observed' as const,
      })),
  ),
);

function onsetOf(fate: (submitted: Date) => Partial<Message> | undefined): Date | undefined {
  const window = { ...usual, cells: cellsWith(fate) };
  const [onset] = runToEnd(findOnsets([{ of: 'operator', operator: 'Entel' }], [window], past, readAt));
  return onset?.at;
}

const minutesApart = (one: Date | undefined, other: Date) =>
  Math.abs((one?.getTime() ?? 0) - other.getTime()) / MINUTE;

test.each(['14:46:00', '14:52:00', '14:58:00', '15:01:00'])(
  'silence that began at %s is found within its quarter hour',
  (time) => {
    expect(
      minutesApart(
        onsetOf((submitted) => (submitted < at(time) ? {} : undefined)),
        at(time),
      ),
    ).toBeLessThan(2);
  },
);

test.each(['14:46:00', '14:52:00', '14:58:00', '15:01:00'])(
  'failures that began at %s are, too, though failures have no time',
  (time) => {
    const failed = { statusWord: 'failed', handsetAt: undefined } as const;
    const onset = onsetOf((submitted) => (submitted < at(time) ? {} : failed));
    expect(minutesApart(onset, at(time))).toBeLessThanOrEqual(5);
  },
);

test.each(['14:46:00', '14:52:00', '15:01:00'])(
  'an outage that began at %s is found within a check',
  (time) => {
    const stuck = { statusWord: 'sent', handsetAt: undefined } as const;
    const onset = onsetOf((submitted) => (submitted < at(time) ? {} : stuck));
    expect(minutesApart(onset, at(time))).toBeLessThanOrEqual(5);
  },
);
