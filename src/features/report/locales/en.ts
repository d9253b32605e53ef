import { english } from '../../../i18n/plural.ts';
import type { Help, RunTranslations } from '../../../i18n/types.ts';

const { counted, many } = english;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` at ${operator}`);

const legs = {
  platformToOperator: 'Handing over from the platform to the operator',
  operatorToHandset: 'From the operator to the handset',
  total: 'Delivery',
} as const;

/** What delivery reports say. Numbers, shares and times come in ready to print. */
const report = {
  notUnderstood: (text: string) => ({
    sentence: `I did not understand “${text}”.`,
    nextStep:
      'A report takes a period (yesterday, last 7 days, 2026-11-15..2026-11-18), “from” with a sender and “to” with a number.',
  }),
  missingNumber: { sentence: 'To which number?', nextStep: 'Put the telephone number after “to”.' },
  title: 'Delivery report',
  to: (number: string) => `to ${number}`,
  /** The headline; `rate` is `undefined` where nothing was sent. */
  headline: (period: string, rate: string | undefined, isProvisional: boolean) =>
    rate === undefined ? period : `${period}: ${rate} delivered${isProvisional ? ' so far' : ''}`,
  /** When the figures were read; `since` is a time as it follows “since”. Likewise below. */
  asOf: (since: string) => `as of ${since}`,
  final: 'final',
  provisional: (until: string) => `provisional: receipts may come until ${until}`,
  none: {
    sentence: 'The platform has no messages in this period.',
    nextStep: 'It answered, and this is what it says. Check the days, the sender and the number.',
  },
  noneNow: {
    sentence: 'The platform has no messages in this period.',
    nextStep:
      'It answered, and this is what it says. Find out whether messages are still handed in; /sms-check tells of the last hour.',
  },
  noneReadable:
    'Nothing can be said of this period: the platform’s answer is not whole, or could not be read as messages.',

  /** What changed most, in a sentence. `days` are those compared with; `operator` is left out for all of them. */
  changes: {
    rate: (operator: string | undefined, from: string, to: string, points: string) =>
      `${operator ?? 'All operators together'}: ${to} delivered; before, ${from} (${points}).`,
    reconstructed: 'What was before is reconstructed.',
    failures: (operator: string | undefined, word: string, from: string, to: string) =>
      `Failures “${word}”${at(operator)}: ${to} of the messages; before, ${from}.`,
    latency: (
      operator: string | undefined,
      leg: 'platformToOperator' | 'operatorToHandset' | 'total',
      from: string,
      to: string,
    ) => `${legs[leg]}${at(operator)}: 90 of 100 take up to ${to}; before, ${from}.`,
    volume: (operator: string | undefined, from: string, to: string, change: string | undefined) =>
      `Traffic${at(operator)}: ${to} messages; before, ${from}${change === undefined ? '' : ` (${change})`}.`,
    nothing: 'Rates, failures and delays are about as before.',
    /** Failures are not compared with what is reckoned back. */
    nothingButFailures: 'Rates and delays are about as before. Failures could not be compared.',
    tooFew: 'Too few messages to say what changed.',
    /** `isSoFar`: those days were looked at up to the same time only. */
    nothingBefore: (days: string, isSoFar: boolean) =>
      `Nothing to compare with: ${days} had no messages${isSoFar ? ' up to the same time' : ''}.`,
  },
  /** `basis`: how it is known what they looked like at the same age, where that matters. */
  comparedWith: (days: string, isSoFar: boolean, basis: 'observed' | 'reconstructed' | undefined) => {
    const age = basis === 'reconstructed' ? ' (reconstructed from later receipts)' : '';
    const looked = basis === undefined ? '' : `, as it looked at the same age${age}`;
    return `compared with ${days}${isSoFar ? ', up to the same time' : ''}${looked}`;
  },

  totals: {
    submitted: 'Submitted',
    delivered: 'Delivered',
    ofSubmitted: (share: string) => `${share} of submitted`,
    ofFinal: (share: string) => `${share} of those with a final receipt`,
    failed: 'Failed',
    toNumbers: (count: number) => `to ${many(count, 'number', 'different numbers')}`,
    waiting: 'Waiting for a receipt',
    noReceipt: 'No receipt, and none to come',
    other: 'Another status',
  },

  latency: { title: 'How long it took' },

  notices: {
    previousShort:
      'The figures of the earlier period may not be complete: take what is said to have changed with care.',
  },

  csvComment: 'The figures by part of the period and operator. Times are in UTC.',
  csvOthers: '(all others)',
  shared: 'Shared in the channel.',
  /** With other figures than were seen. */
  sharedAnew: 'Shared in the channel, with newer figures than you saw: they have changed since.',

  long: {
    moved: 'This takes a while. The report is being made in your direct messages with SMS Desk.',
    movedHere: 'This takes a while. The report is being made here, in a message of its own.',
    here: { sentence: 'This takes a while.', nextStep: 'The report comes here as soon as it is ready.' },
    refused: {
      sentence: 'This takes a while, and Slack does not let me write to you directly.',
      nextStep: 'The report comes here as soon as it is ready.',
    },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} of ${many(days, 'day', 'days')} · ${many(messages, 'message', 'messages')} read`,
    cancel: 'Cancel',
    cancelled: { sentence: 'Cancelled.', nextStep: 'Nothing more is read for this report.' },
    ended: { sentence: 'This report is no longer being made.', nextStep: 'There is nothing to cancel.' },
    interrupted: {
      sentence: 'SMS Desk was restarted before this report was ready.',
      nextStep: 'Ask again; the days that were read are kept.',
    },
    again: 'Ask again',
  } satisfies RunTranslations,

  form: {
    title: 'Delivery report',
    submit: 'Show',
    number: 'Only to this number',
    numberHint: 'Leave it empty for all numbers.',
    compare: 'Compare with',
    comparisons: { before: 'The period before', week: 'The same weekdays before', nothing: 'Nothing' },
  },

  help: {
    title: 'How messages were delivered in a period',
    usage: [
      ['/sms-report', 'a form to fill in'],
      [
        '/sms-report [when] [from <sender>] [to <number>]',
        'rates, delays, operators and failures, compared with the period before',
      ],
      [
        '/sms-report subscribe · subscriptions · unsubscribe',
        'a summary every day in a channel; more with /sms-report subscribe help',
      ],
    ],
    examplesTitle: 'Examples',
    examples: [
      ['/sms-report last 7 days', 'today and the 6 days before, also when no period is given'],
      ['/sms-report yesterday', 'one day'],
      ['/sms-report 2026-11-01..2026-11-18', 'from one day to another, up to 92 days'],
      ['/sms-report last 30 days from 56001', 'from one sender only'],
      ['/sms-report today to +56 9 1234 5678', 'to one number only'],
    ],
    notes: [
      'when: today, yesterday, last 7 days, 2026-11-18, 2026-11-15..2026-11-18. Days are days in your time zone.',
      'The delivery rate is delivered ÷ submitted. Messages without a receipt lower it until the receipt comes, so it is provisional at first; beside it stands the rate among those with a final receipt. Changes compare with the earlier days as they looked at the same age; those of rates leave out messages younger than an hour.',
      'p50, p90, p95, p99: half, 90, 95 or 99 of 100 messages took at most so long. “Delivered within” counts all messages: those still waiting count as long as they have waited and no longer, and failed ones never arrive.',
      'A report that takes more than a few seconds moves to your direct messages. Only you see the answer, until you share it.',
      'To how many different numbers messages failed is told of one day, where your day is the platform’s.',
    ],
  } satisfies Help,
};

export const en = { report };
