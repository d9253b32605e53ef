import type { LegName } from '../../../domain/figures/figures.ts';
import { figures } from '../../../i18n/locales/figures.en.ts';
import { english } from '../../../i18n/plural.ts';

const { counted, many } = english;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` at ${operator}`);

/** Delivery rates of all messages and of those with a final receipt. */
interface BothRates {
  readonly rate: string;
  readonly ofFinal: string;
}

/** What the daily summary says. Numbers, shares and times come in ready to print. */
export const summary = {
  /** The headline; `subject` is a sender. */
  headline: (weekday: string, day: string, zone: string, subject: string | undefined) =>
    `SMS on ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  /** One action, for a day that needs attention; `operator` as it is typed. */
  act: (operator: string | undefined) =>
    `See whether it’s still going on: /sms-check${operator === undefined ? '' : ` ${operator}`}`,

  /** What matters most, in a sentence. `operator` is left out for all of them; `usual` is what is usual. */
  attention: {
    empty: (weekday: string, usual: string | undefined) =>
      usual === undefined
        ? 'The platform says there were no messages.'
        : `No messages, usually ${usual} on a ${weekday}.`,
    few: (count: number, usual: string | undefined) =>
      `Only ${many(count, 'message', 'messages')}: too few for a rate${usual === undefined ? '' : `; usually ${usual}`}.`,
    rate: (operator: string | undefined, rate: string, usual: string, points: string) =>
      `${operator === undefined ? '' : `${operator}: `}${rate} delivered, usually ${usual} (${points} points).`,
    /** Most of a fallen rate is one operator's. */
    mostly: (operator: string, rate: string, usual: string) =>
      `Mostly ${operator}: ${rate}, usually ${usual}.`,
    /** The rates that are usual are reckoned back. */
    reconstructed: 'The usual rate is an estimate.',
    /** Less is delivered than usual, which may be for late receipts alone. */
    waiting: (operator: string | undefined, now: BothRates, usual: BothRates) =>
      `Receipts may be late${at(operator)}: ${now.rate} delivered so far, usually ${usual.rate} (estimate). Of those with a final receipt ${now.ofFinal}, usually ${usual.ofFinal}.`,
    latency: (operator: string | undefined, leg: LegName, duration: string, usual: string) =>
      `${figures.legs[leg]}${at(operator)} is slow: 90 of 100 within ${duration}, usually ${usual}.`,
    volume: (operator: string | undefined, count: string, usual: string, change: string | undefined) =>
      `Traffic${at(operator)}: ${count} messages, usually ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator: string | undefined, word: string, share: string, usual: string) =>
      `“${word}”${at(operator)}: ${share} of the messages, usually ${usual}.`,
    mostFailures: (word: string, share: string) => `Most failures are “${word}”: ${share} of all messages.`,
    nothing: (rate: string, weekday: string) => `${rate} delivered, a normal ${weekday}.`,
    nothingKnown: (rate: string, weekday: string) =>
      `${rate} delivered. No earlier ${weekday} to compare with.`,
  },

  /** `firstRate` is that of the first posting. */
  corrected: (firstRate: string, rate: string, isFinal: boolean) =>
    `Delivered: was ${firstRate} at first, now ${rate}${isFinal ? ', final' : ''}.`,
  confirmed: 'Checked again: same delivery rate.',

  figures: {
    soFar: 'so far',
    reconstructed: 'estimate',
    usual: (value: string, change: string | undefined) =>
      `usually ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  /** The name of what is usual, in a chart: at most 20 characters. */
  usual: 'usual',

  notes: {
    /** How many days were compared with. */
    comparedWith: (weekday: string, count: number) =>
      count === 1 ? `Usual: one earlier ${weekday}` : `Usual: ${counted(count)} earlier ${weekday}s`,
    late: (dueAt: string) => `Late: due ${dueAt}`,
    hours: (count: number) => `The clocks changed: ${count} hours`,
    perhapsMissing: (day: string) => `The summary of ${day} may be missing here: Slack didn’t confirm it.`,
    preview: 'A preview, only for you',
  },

  unreadable: {
    sentence: 'No figures yet: the SMS platform couldn’t be read.',
    nextStep: 'That doesn’t mean “no messages”. I’ll fill this in as soon as I can.',
  },

  details: {
    none: 'Nothing more to tell about a day without messages.',
    weeks: {
      caption: (weekday: string) => `${weekday} by ${weekday}, at the same age`,
      day: 'Day',
      messages: 'Messages',
      delivered: 'Delivered',
      figures: 'Figures',
      thisDay: 'this day',
      observed: 'as read then',
      reconstructed: 'estimated',
      empty: 'no messages: left out',
      short: 'not whole: left out',
      unreadable: 'couldn’t be read',
    },
    sameAge:
      'Receipts keep coming for days, so each earlier day is shown as it looked at the age this one has now.',
    optimistic:
      'Days not read at that age are estimated from the times of their receipts, which makes them look a little better than they did.',
  },
};
