import { counted, many } from '../counts-en.ts';
import type { SummaryWords } from './words.ts';

const at = (operator: string | undefined) => (operator === undefined ? '' : ` at ${operator}`);

const legs = {
  platformToOperator: 'Handing over from the platform to the operator',
  operatorToHandset: 'From the operator to the handset',
  total: 'Delivery',
} as const;

/** What the daily summary says. */
export const summary: SummaryWords = {
  headline: (weekday, day, zone, subject) =>
    `SMS on ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  attention: {
    empty: (weekday, usual) =>
      usual === undefined
        ? 'No messages. The platform answered, and this is what it says.'
        : `No messages, where ${usual} are usual on a ${weekday}. The platform answered, and this is what it says.`,
    few: (count, usual) =>
      `Only ${many(count, 'message', 'messages')}: too few to speak of rates${usual === undefined ? '' : `; usual are ${usual}`}.`,
    rate: (operator, rate, usual, points) =>
      `${operator ?? 'All operators together'}: ${rate} delivered, where ${usual} is usual (${points} points).`,
    mostly: (operator, rate, usual) => `Most of it is ${operator}: ${rate}, usually ${usual}.`,
    reconstructed: 'What is usual is reconstructed.',
    waiting: (operator, now, usual) =>
      `Receipts may be late: ${operator === undefined ? '' : `${operator}, `}${now.rate} delivered so far, usually ${usual.rate} (reconstructed); of those with a final receipt ${now.ofFinal}, usually ${usual.ofFinal}.`,
    latency: (operator, leg, duration, usual) =>
      `${legs[leg]}${at(operator)} is slow: 90 of 100 take up to ${duration}, usually ${usual}.`,
    volume: (operator, count, usual, change) =>
      `Traffic${at(operator)}: ${count} messages, usually ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator, word, share, usual) =>
      `Failures “${word}”${at(operator)}: ${share} of the messages, usually ${usual}.`,
    mostFailures: (word, share) => `Most failures are “${word}”: ${share} of all messages.`,
    nothing: (rate, weekday) =>
      `Nothing needs attention: ${rate} delivered, and nothing is unusual for a ${weekday}.`,
    nothingKnown: (rate, weekday) =>
      `Nothing stands out: ${rate} delivered. There is no earlier ${weekday} to compare with.`,
  },

  corrected: (firstRate, rate, isFinal) =>
    `Corrected: delivered ${firstRate} → ${rate}${isFinal ? ', final' : ' so far'}`,
  confirmed: 'Looked at again: the delivery rate is what it was at first.',

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
    ofFinal: (rate) => `${rate} of those with a final receipt`,
    reconstructed: 'reconstructed',
    failed: 'Failed',
    waiting: 'Waiting for a receipt',
    noReceipt: 'No receipt, and none to come',
    other: 'Another status',
    speed: 'Time to the handset, where delivered',
    half: (duration) => `half within ${duration}`,
    most: (duration) => `95 of 100 within ${duration}`,
    within: 'Delivered within',
    usual: (value, change) => `usually ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  usual: 'usual',

  notes: {
    asOf: (since) => `as of ${since}`,
    final: 'final',
    provisional: (until) => `provisional: receipts may come until ${until}`,
    comparedWith: (days, count) =>
      count === 1
        ? `Usual is one day, as it looked at the same age: ${days}.`
        : `Usual is the mean of ${counted(count)} days, as they looked at the same age: ${days}.`,
    reconstructed: (days) => `Reconstructed from later receipts: ${days}.`,
    late: (dueAt) => `Late: this was due ${dueAt}.`,
    hours: (count) => `The clocks changed: the day has ${count} hours.`,
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
      caption: (weekday) => `${weekday} by ${weekday}, at the same age`,
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
