import fc from 'fast-check';
import { createTally } from '../../src/domain/counting/tally.ts';
import { type Figures, mergeFigures } from '../../src/domain/figures/figures.ts';
import { type Message, parseDeliveryStatus } from '../../src/domain/messages/message.ts';
import { at, testMessage } from './messages.ts';

/** Time of the reading: the evening of the tests' day. */
export const readAt = at('20:00:00');

const t = [
  'delivered',
  ' DELIVERED',
  'Sent_Failed',
  'expired',
  'enroute',
  '-',
  '',
  'accepted',
  'raro',
  '__proto__',
];

/** Mostly within the day and in order; some days old, some after the reading, some absent. */
const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 2, arbitrary: fc.integer({ min: -300, max: 80_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -500_000, max: 200_000 }) },
);
const instant = seconds.map((offset) => new Date(at('18:00:00').getTime() + offset * 1000));
const time = fc.option(instant, { nil: undefined, freq: 6 });

export const anyMessage: fc.Arbitrary<Message> = fc
  .record({
    operator: fc.constantFrom('Entel', 'Movistar', undefined),
    word: fc.constantFrom(...t),
    platformAt: time,
    operatorAt: time,
    handsetAt: time,
  })
  .map(({ word, ...fields }) => withWord(word, fields));

export function withWord(word: string, changes: Partial<Message> = {}): Message {
  const statusWord = word === '-' || word.trim() === '' ? undefined : word;
  return testMessage({ ...changes, status: parseDeliveryStatus(word), statusWord });
}

/** A tally of messages, counted like the reader of reports. */
export function tallyOf(messages: Iterable<Message>, when: Date = readAt) {
  const tally = createTally(when);
  for (const { operator, statusWord, platformAt, operatorAt, handsetAt } of messages) {
    tally.add(operator, statusWord, {
      platformAt: unixSeconds(platformAt),
      operatorAt: unixSeconds(operatorAt),
      handsetAt: unixSeconds(handsetAt),
    });
  }
  return { ...tally, cells: () => [...tally.cells()] };
}

export function figuresOf(messages: Iterable<Message>, when: Date = readAt): Figures {
  const cells = tallyOf(messages, when).cells();
  return mergeFigures(cells.map(({ figures }) => figures));
}

export interface FigureFate {
  readonly word?: string;
  /** Seconds from platform to receipt. Default: no receipt. */
  readonly after?: number;
  /** Age in seconds at the reading. */
  readonly age?: number;
  readonly operator?: string;
}

/** Messages of one fate. Default: submitted 2 hours before the reading, delivered after 9 s. */
export function some(
  count: number,
  { word = 'delivered', after, age = 7200, operator = 'Entel' }: FigureFate,
): Message[] {
  const platformAt = new Date(readAt.getTime() - age * 1000);
  const handsetAt = after === undefined ? undefined : new Date(platformAt.getTime() + after * 1000);
  const message = withWord(word, { operator, platformAt, operatorAt: platformAt, handsetAt });
  return Array.from({ length: count }, () => message);
}

function unixSeconds(time: Date | undefined): number {
  return time === undefined ? Number.NaN : time.getTime() / 1000;
}
