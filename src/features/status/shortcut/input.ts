import { z } from 'zod';
import { isPeriod } from '../../../domain/input.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { findNamed, type NamedInMessage } from '../../../domain/messages/names-in-message.ts';
import { addDaysTo, type Day, daysBetween } from '../../../domain/time/calendar.ts';
import { type PeriodSpec, parsePeriod, periodToText } from '../../../domain/time/period.ts';
import { readPeriod } from '../../../domain/time/period-phrase.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { type Sealer, sealedJson } from '../../../runtime/crypto.ts';
import type { MessageLines } from '../../../slack/listeners/shortcuts.ts';
import { DEFAULT_STATUS_PERIOD, isDay, MOST_NUMBERS } from '../input.ts';
import type { StatusContext } from '../locales/index.ts';
import type { StatusQuery } from '../lookup.ts';

export interface MessageQuestion {
  /** The first five numbers and names found in the message; `total` counts all of them. */
  readonly named: readonly NamedInMessage[];
  readonly total: number;
  readonly possible: readonly Msisdn[];
  readonly at: Date;
  readonly spec?: PeriodSpec | undefined;
}

export function readMessage({ lines, at }: MessageLines, region: string): MessageQuestion {
  const { named, possible } = findNamed(lines, { region, isPeriod });
  const [first, candidates] = [named.slice(0, MOST_NUMBERS), possible.slice(0, MOST_NUMBERS)];
  return { named: first, total: named.length, possible: candidates, at };
}

const numberName = z.object({ n: z.string(), f: z.boolean() });
const plainName = z.union([
  numberName,
  z.object({ r: z.string(), w: z.string().optional() }),
  z.object({ i: z.string() }),
]);
const sealedAsked = sealedJson(
  'status.message',
  z.object({
    m: z.array(plainName).max(MOST_NUMBERS),
    c: z.number(),
    p: z.array(z.string()).max(MOST_NUMBERS),
    t: z.number(),
    s: z.string().optional(),
  }),
);

export function sealMessageQuestion(
  sealer: Sealer,
  { named, total, possible, at, spec }: MessageQuestion,
): string {
  const plain = named.map((name) => {
    if (name.by === 'number') return { n: name.msisdn, f: name.isForeign };
    return name.by === 'reference' ? { r: name.reference, w: name.when } : { i: name.id };
  });
  const days = spec && periodToText(spec);
  return sealedAsked.seal(sealer, { m: plain, c: total, p: [...possible], t: at.getTime(), s: days });
}

export function openMessageQuestion(sealer: Sealer, value: string): MessageQuestion | undefined {
  const plain = sealedAsked.open(sealer, value);
  if (!plain) return undefined;
  const named = plain.m.map((name): NamedInMessage => {
    if ('n' in name) return { by: 'number', msisdn: name.n, isForeign: name.f };
    if ('i' in name) return { by: 'id', id: name.i };
    return { by: 'reference', reference: name.r, ...(name.w === undefined ? {} : { when: name.w }) };
  });
  const spec = plain.s === undefined ? undefined : parsePeriod(plain.s);
  const days = spec && !('problem' in spec) ? { spec } : {};
  return { named, total: plain.c, possible: plain.p, at: new Date(plain.t), ...days };
}

/** For a Slack message that is fewer days old than this, the default period is searched. */
const RECENT_DAYS = 3;

type PeriodContext = Pick<StatusContext, 'now' | 'user'>;

export function periodFor(
  { at, spec }: MessageQuestion,
  { now, user: { timeZone } }: PeriodContext,
): PeriodSpec {
  if (spec) return spec;
  const today = localDay(now, timeZone);
  const day = localDay(at, timeZone);
  if (daysBetween(day, today) < RECENT_DAYS) return DEFAULT_STATUS_PERIOD;
  return { kind: 'range', from: addDaysTo(day, -1), to: addDaysTo(day, 1) };
}

/** A reference is looked up on the day on its line, else on that on which the Slack message was written. */
export function queriesFor(question: MessageQuestion, context: PeriodContext): StatusQuery[] {
  const { named, at } = question;
  const spec = periodFor(question, context);
  const day = localDay(at, context.user.timeZone);
  return named.map((name): StatusQuery => {
    if (name.by === 'number')
      return { kind: 'number', request: { msisdn: name.msisdn, spec, sender: undefined }, page: 0 };
    if (name.by === 'id') return { kind: 'message', request: { by: 'id', id: name.id } };
    const { reference, when } = name;
    const named = when === undefined ? undefined : dayNamedIn(when, question, context);
    return {
      kind: 'message',
      request: { by: 'reference', day: { kind: 'day', day: named ?? day }, reference },
    };
  });
}

/** Reads a day in a Slack message, in which “yesterday” is the day before the message. */
export function dayNamedIn(
  when: string,
  { at }: Pick<MessageQuestion, 'at'>,
  { user: { timeZone } }: Pick<PeriodContext, 'user'>,
): Day | undefined {
  const spec = readPeriod(when, { now: at, zone: timeZone, mayBeMonthFirst: false });
  if (!spec || 'problem' in spec || !isDay(spec)) return undefined;
  if (spec.kind === 'day') return spec.day;
  return addDaysTo(localDay(at, timeZone), spec.kind === 'yesterday' ? -1 : 0);
}
