import type { LegName } from '../../../domain/figures/figures.ts';
import { figures } from '../../../i18n/locales/figures.en.ts';
import { runs } from '../../../i18n/locales/runs.en.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';

const { at, many } = english;

const report = {
  notUnderstood: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep: 'Which days do you want?',
  }),
  wholeDays: { sentence: 'Reports cover whole days.', nextStep: 'Take the whole day?' },
  compareWith: (text: string) => ({
    sentence: text === '' ? 'Compare with what?' : `I can’t compare with “${text}”.`,
    nextStep: 'Put days after “compare with”, such as last week.',
  }),
  samePeriod: { sentence: 'Those are the same days.', nextStep: 'Compare with other days:' },
  mentionExample: 'report yesterday',
  leaveItOut: 'Leave it out?',
  missingNumber: { sentence: 'To which number?', nextStep: 'Put the phone number after “to”.' },
  title: 'Delivery report',
  to: (number: string) => `to ${number}`,
  verdicts: {
    delivered: (period: string, rate: string, isProvisional: boolean) =>
      `${period}: ${rate} delivered${isProvisional ? ' so far' : ''}`,
    none: (period: string) => `${period}: no messages`,
    unreadable: (period: string) => `${period}: can’t tell, the platform’s answer is incomplete`,
  },
  until: (time: string) => ` until ${time}`,
  verdictEndings: {
    /** `weekday` is given if `days` is a single day; `isByDay` is true if the periods differ in length. */
    compared: (
      days: string,
      weekday: string | undefined,
      { until, isByDay }: { readonly until: string | undefined; readonly isByDay: boolean },
    ) =>
      `${weekday === undefined ? '' : `${weekday} `}${days}${until === undefined ? '' : ` until ${until}`}${isByDay ? ', per day' : ''}`,
    asOn: (compared: string) => `much like ${compared}`,
    delivery_rate: (isMore: boolean, operator: string | undefined, compared: string) =>
      `${isMore ? 'better' : 'worse'}${at(operator)} than ${compared}`,
    failures: (isMore: boolean, operator: string | undefined, compared: string) =>
      `${isMore ? 'more' : 'fewer'} failures${at(operator)} than ${compared}`,
    latency: (isMore: boolean, operator: string | undefined, compared: string) =>
      `${isMore ? 'slower' : 'faster'}${at(operator)} than ${compared}`,
    volume: (share: string | undefined, isMore: boolean, operator: string | undefined, compared: string) =>
      `${share === undefined ? '' : `${share} `}${isMore ? 'more' : 'fewer'} messages${at(operator)} than ${compared}; delivery the same`,
  },
  noSuchOperator: (typed: string, known: string) => ({
    sentence: `No operator called “${typed}” in those days.`,
    nextStep: known === '' ? 'There are no messages with an operator.' : `Operators: ${known}.`,
  }),
  allOperators: 'All operators',
  acts: {
    worse: 'Run /sms-check to see if it’s still happening.',
    none: 'Check the days, the sender and the number.',
    stopped: 'Check that your systems still send; /sms-check covers the last hour.',
  },

  changes: {
    rate: (operator: string | undefined, from: string, to: string, points: string) =>
      `${operator ?? 'All operators'}: ${to} delivered, ${from} before (${points}).`,
    reconstructed: 'Before: estimated.',
    failures: (operator: string | undefined, word: string, from: string, to: string) =>
      `“${word}”${at(operator)}: ${to} of the messages, ${from} before.`,
    latency: (operator: string | undefined, leg: LegName, from: string, to: string) =>
      `${figures.legs[leg]}${at(operator)}: 90% within ${to}, ${from} before.`,
    volume: (operator: string | undefined, from: string, to: string, change: string | undefined) =>
      `Traffic${at(operator)}: ${to} messages, ${from} before${change === undefined ? '' : ` (${change})`}.`,
    nothing: 'Delivery, failures and delays: no notable change.',
    nothingButFailures: 'Delivery and delays: no notable change. Failures can’t be compared yet.',
    tooFew: 'Too few messages to say what changed.',
    nothingBefore: (days: string, isSoFar: boolean) =>
      `Nothing to compare with: no messages on ${days}${isSoFar ? ' up to this time' : ''}.`,
  },

  volumeByDay: 'Traffic is compared by the day.',

  totals: {
    toNumbers: (count: number) => `to ${many(count, 'number', 'different numbers')}`,
    mostly: (word: string) => `mostly “${word}”`,
  },

  previousShort: 'The earlier figures may be incomplete: don’t rely on the changes.',

  details: {
    comparedWith: (days: string, isSoFar: boolean, basis: 'observed' | 'reconstructed' | undefined) => {
      const age = basis === 'reconstructed' ? ' (estimated)' : '';
      const looked = basis === undefined ? '' : `, with the receipts known by the same point${age}`;
      return `Compared with ${days}${isSoFar ? ', up to the same time' : ''}${looked}.`;
    },
    provisional: (until: string) => `Receipts may come until ${until}; the figures can still improve.`,
    within: '“95% within”, p50 to p99: that many of 100 delivered messages took at most that long.',
    ofFinal:
      '“Of final”: delivered ÷ messages that were delivered or failed; those without a receipt are left out.',
    estimated:
      '“Estimated”: the earlier figures are rebuilt from receipts that came later, so they may look better.',
  },

  csvComment: 'The figures by part of the period and operator.',
  csvOthers: '(all others)',
  shared: 'Shared in this channel.',
  sharedNewer: 'Shared in this channel, with newer figures than you saw.',

  long: runs('report', 'Ask again'),

  form: {
    title: 'Delivery report',
    submit: 'Show',
    number: 'Only to this number',
    numberHint: 'Leave it empty for all numbers.',
    compare: 'Compare with',
    comparisons: { before: 'The period before', week: 'The same weekdays before', nothing: 'Nothing' },
  },

  help: (maxDays: number) =>
    ({
      title: 'How messages were delivered in a period',
      usage: [
        ['/sms-report', 'a form to fill in'],
        [
          '/sms-report [when] [operator] [from <sender>] [to <number>] [compare with <when>]',
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
        ['/sms-report yesterday Entel', 'one day, one operator'],
        ['/sms-report 3 to 5 November', `from one day to another, up to ${maxDays} days`],
        ['/sms-report yesterday compare with last week', 'in place of the days before'],
        ['/sms-report last 30 days from 56001', 'from one sender only'],
      ],
      notes: [
        'when: today, yesterday, monday, 18/11, 3 to 5 November, since Monday, last week, this month, last 7 days. Days are days in your time zone.',
        'The delivery rate is delivered ÷ all messages. Messages without a receipt lower it until the receipt comes, so it’s provisional at first; Details has the rate among those with a final receipt. Changes compare with the earlier days as they looked after the same time; rates leave out messages less than an hour old.',
        'p50, p90, p95, p99: half, 90, 95 or 99 of 100 messages took at most that long. “Delivered within” counts all messages: those still waiting count for as long as they’ve waited, and failed ones never arrive.',
        'A report that takes more than a few seconds moves to your DMs. Only you see the answer, until you share it.',
        'Or mention the bot, also in a thread, or write to it: “report yesterday”.',
        'The count of different numbers with failures shows for a single day, if your day matches the platform’s.',
      ],
    }) satisfies Help,
};

export const en = { report };
