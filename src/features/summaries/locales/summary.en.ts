import type { LegName } from '../../../domain/figures/figures.ts';
import { english } from '../../../i18n/plural.ts';

const { counted, many } = english;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` at ${operator}`);

const legs = {
  platformToOperator: 'Handing over from the platform to the operator',
  operatorToHandset: 'From the operator to the handset',
  total: 'Delivery',
} as const;

/** Delivery rates of submitted messages and of those with a final receipt. */
interface BothRates {
  readonly rate: string;
  readonly ofFinal: string;
}

/** What the daily summary says. Numbers, shares and times come in ready to print. */
export const summary = {
  /** The headline; `subject` is a sender. */
  headline: (weekday: string, day: string, zone: string, subject: string | undefined) =>
    `SMS on ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  /** What matters most, in a sentence. `operator` is left out for all of them; `usual` is what is usual. */
  attention: {
    empty: (weekday: string, usual: string | undefined) =>
      usual === undefined
        ? 'No messages. The platform answered, and this is what it says.'
        : `No messages, where ${usual} are usual on a ${weekday}. The platform answered, and this is what it says.`,
    few: (count: number, usual: string | undefined) =>
      `Only ${many(count, 'message', 'messages')}: too few to speak of rates${usual === undefined ? '' : `; usual are ${usual}`}.`,
    rate: (operator: string | undefined, rate: string, usual: string, points: string) =>
      `${operator ?? 'All operators together'}: ${rate} delivered, where ${usual} is usual (${points} points).`,
    /** Most of a fallen rate is one operator's. */
    mostly: (operator: string, rate: string, usual: string) =>
      `Most of it is ${operator}: ${rate}, usually ${usual}.`,
    /** The rates that are usual are reckoned back. */
    reconstructed: 'What is usual is reconstructed.',
    /** Less is delivered than usual, which may be for late receipts alone. */
    waiting: (operator: string | undefined, now: BothRates, usual: BothRates) =>
      `Receipts may be late: ${operator === undefined ? '' : `${operator}, `}${now.rate} delivered so far, usually ${usual.rate} (reconstructed); of those with a final receipt ${now.ofFinal}, usually ${usual.ofFinal}.`,
    latency: (operator: string | undefined, leg: LegName, duration: string, usual: string) =>
      `${legs[leg]}${at(operator)} is slow: 90 of 100 take up to ${duration}, usually ${usual}.`,
    volume: (operator: string | undefined, count: string, usual: string, change: string | undefined) =>
      `Traffic${at(operator)}: ${count} messages, usually ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator: string | undefined, word: string, share: string, usual: string) =>
      `Failures “${word}”${at(operator)}: ${share} of the messages, usually ${usual}.`,
    mostFailures: (word: string, share: string) => `Most failures are “${word}”: ${share} of all messages.`,
    nothing: (rate: string, weekday: string) =>
      `Nothing needs attention: ${rate} delivered, and nothing is unusual for a ${weekday}.`,
    nothingKnown: (rate: string, weekday: string) =>
      `Nothing stands out: ${rate} delivered. There is no earlier ${weekday} to compare with.`,
  },

  /** `firstRate` is that of the first posting. */
  corrected: (firstRate: string, rate: string, isFinal: boolean) =>
    `Corrected: delivered ${firstRate} → ${rate}${isFinal ? ', final' : ' so far'}`,
  confirmed: 'Looked at again: the delivery rate is what it was at first.',

  /** Short: a telephone cuts off what is longer than 40 characters. */
  operators: {
    caption: 'By operator',
    compared: 'By operator (± points)',
    reconstructed: 'By operator (± points, reconstructed)',
    submitted: 'Messages',
  },

  figures: {
    messages: 'Messages',
    delivered: 'Delivered',
    soFar: 'so far',
    ofFinal: (rate: string) => `${rate} of those with a final receipt`,
    reconstructed: 'reconstructed',
    failed: 'Failed',
    waiting: 'Waiting for a receipt',
    noReceipt: 'No receipt, and none to come',
    other: 'Another status',
    speed: 'Time to the handset, where delivered',
    half: (duration: string) => `half within ${duration}`,
    most: (duration: string) => `95 of 100 within ${duration}`,
    within: 'Delivered within',
    usual: (value: string, change: string | undefined) =>
      `usually ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  /** The name of what is usual, in a chart: at most 20 characters. */
  usual: 'usual',

  notes: {
    asOf: (since: string) => `as of ${since}`,
    final: 'final',
    provisional: (until: string) => `provisional: receipts may come until ${until}`,
    /** `days` are those that were compared with. */
    comparedWith: (days: string, count: number) =>
      count === 1
        ? `Usual is one day, as it looked at the same age: ${days}.`
        : `Usual is the mean of ${counted(count)} days, as they looked at the same age: ${days}.`,
    reconstructed: (days: string) => `Reconstructed from later receipts: ${days}.`,
    late: (dueAt: string) => `Late: this was due ${dueAt}.`,
    hours: (count: number) => `The clocks changed: the day has ${count} hours.`,
    preview: 'A preview, for you alone.',
  },

  unreadable: {
    sentence: 'The messaging platform could not be read, so there are no figures for this day yet.',
    nextStep:
      'That is not the same as “no messages”. This message is filled in as soon as the platform can be read.',
  },

  details: {
    title: 'Details',
    latency: 'How long it took',
    none: 'There is nothing more to say of a day without messages.',
    weeks: {
      caption: (weekday: string) => `${weekday} by ${weekday}, at the same age`,
      day: 'Day',
      messages: 'Messages',
      delivered: 'Delivered',
      figures: 'Figures',
      thisDay: 'this day',
      observed: 'as read then',
      reconstructed: 'reconstructed',
      empty: 'no messages: left out',
      short: 'not whole: left out',
      unreadable: 'could not be read',
    },
    sameAge:
      'Receipts keep coming for days, so each earlier day is shown as it looked when it was as old as this one is now.',
    optimistic:
      'Where it was not read then, that is reconstructed from the times of its receipts. This makes it look a little better than it did, because a receipt comes later than the time it carries.',
  },
};
