import type { LegName } from '../../domain/figures/figures.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';
import { english } from '../plural.ts';

const { counted, many } = english;

export const figures = {
  points: (signed: string) => `${signed} points`,

  verdicts: {
    normal: 'normal',
    degraded: 'degraded',
    down: 'down',
    silent: 'silent',
    clock_off: 'clock off',
    too_little_traffic: 'too few to tell',
    platform_unreachable: 'platform unreachable',
  } satisfies Record<IncidentVerdict, string>,

  charts: {
    /** This, the two below and `volumeShort`: at most 50 characters. */
    rate: 'Delivery rate',
    rateExcept: (parts: string) => `Delivery rate (none for ${parts})`,
    rateExceptSome: (count: number, all: number) => `Delivery rate (none for ${count} of ${all} parts)`,
    rateAxis: '% delivered',
    ofAll: 'of all',
    ofFinal: 'of final',
    volume: 'Messages',
    /** The first bar covers fewer days than the others. */
    volumeShort: (days: number, others: number) =>
      `Messages (first bar: ${many(days, 'day', 'days')}, the others ${others})`,
    messages: 'messages',
  },

  table: {
    /** Telephones cut captions after 40 characters. */
    caption: 'By operator',
    comparedCaption: 'By operator (± points)',
    reconstructedCaption: 'By operator (± points, estimated)',
    /** After a caption, where the table is incomplete. */
    largest: (caption: string, shown: number) => `${caption}: the ${shown} largest`,
    operator: 'Operator',
    messages: 'Messages',
    rate: 'Delivered',
    failed: 'Failed',
    most: '95% within',
    noReceipts: 'no receipts',
    /** While receipts may still come: messages that wait for one, and those that get none. */
    withoutReceipt: 'Without receipt',
    noReceipt: 'No receipt',
    /** The count is unknown above a limit. */
    others: (count: number | undefined) => (count === undefined ? 'all others' : `${counted(count)} others`),
  },

  totals: {
    messages: 'Messages',
    delivered: 'Delivered',
    ofAll: (share: string) => `${share} of all`,
    failed: 'Failed',
    waiting: 'Waiting for a receipt',
    noReceipt: 'No receipt',
    other: 'Another status',
  },
  /** Among messages with a final status. */
  ofFinal: (share: string) => `Of the messages with a final receipt, ${share} were delivered.`,
  /** Receipts may still change the figures, or not; `until` is formatted by `Formatter.since`. */
  final: 'final',
  provisional: (until: string) => `provisional until ${until}`,

  /** The legs, at the beginning of a sentence. */
  legs: {
    platformToOperator: 'Hand-over to the operator',
    operatorToHandset: 'Operator to handset',
    total: 'Delivery',
  } satisfies Record<LegName, string>,

  latency: {
    title: 'Time to the handset',
    half: (duration: string) => `half within ${duration}`,
    most: (duration: string) => `95% within ${duration}`,
    parts: 'How long each part took',
    platformToOperator: 'Platform → operator',
    operatorToHandset: 'Operator → handset',
    total: 'In all',
    within: 'Delivered within',
    unknown: 'no times recorded',
    clockOff: (count: string) => `clock off: ${count}`,
  },

  failures: {
    title: 'Failures, in the platform’s words',
    others: (count: number) => many(count, 'other word', 'other words'),
  },

  notices: {
    shortfall: (announced: string, received: string) =>
      `These figures may be incomplete: for the days read, the platform announced ${announced} messages and sent ${received}.`,
    surplus: (announced: string, received: string) =>
      `The platform announced ${announced} messages and sent more (${received}): all of them are counted.`,
    daysMissing:
      'The first or last day may be missing: a setting of SMS Desk doesn’t match the platform. Tell whoever runs SMS Desk.',
    unreadable: (count: number) =>
      `${many(count, 'entry', 'entries')} of the days read made no sense and ${count === 1 ? 'isn’t' : 'aren’t'} counted.`,
    untimed: (count: number) =>
      `${many(count, 'message has', 'messages have')} no time: ${count === 1 ? 'its day isn’t known, so it isn’t' : 'their day isn’t known, so they aren’t'} counted.`,
    stale: (since: string) => `Reading is slow: these figures are from ${since}.`,
    /** Operators after the first `listed` are counted together. */
    manyOperators: (listed: number) =>
      `There are more than ${counted(listed)} operators: the rest are counted together.`,
    /** Operators without any receipt; `rate` is that of all others, `undefined` where there are none. */
    silent: (operators: string, operatorCount: number, messages: string, rate: string | undefined) =>
      `${operators} sent no receipt for any of ${operatorCount === 1 ? 'its' : 'their'} ${messages} messages${rate === undefined ? '' : `; of all others, ${rate} were delivered`}.`,
  },
};

const at = (operators: string | undefined) => (operators === undefined ? '' : ` at ${operators}`);

/** The state of SMS in at most twelve words. `operators`: formatted names; none where it holds for all. */
export const headlines = {
  of: {
    normal: (operators) => `SMS works as usual${at(operators)}`,
    degraded: (operators) => `SMS is slower than usual${at(operators)}`,
    down: (operators) => `SMS is down${at(operators)}`,
    silent: (operators) => `Almost no SMS coming in${operators === undefined ? '' : ` for ${operators}`}`,
    clock_off: (operators) => `Clock off${at(operators)}: delivery times can’t be trusted`,
    too_little_traffic: (operators) => `Too few SMS${at(operators)} to judge`,
    platform_unreachable: () => 'The SMS platform isn’t answering; I can’t tell if SMS works',
  } satisfies Record<IncidentVerdict, (operators: string | undefined) => string>,
  /** In place of `degraded`: messages fail. */
  failing: (operators: string | undefined) => `More SMS fail than usual${at(operators)}`,
  /** In place of `down`: only the receipts are known to be missing. */
  withoutReceipt: (operators: string | undefined) => `Most SMS${at(operators)} have no receipt yet`,
  /** In place of `normal`, for all together: some operators have too few messages. */
  partly: (judged: number, of: number) =>
    judged === 0
      ? 'Works as usual overall; too few SMS at each operator to tell'
      : `Works as usual where there’s enough to tell: ${counted(judged)} of ${counted(of)} operators`,
  /** In place of `normal`, for one operator: whether messages arrive is unknown. */
  receiptless: (operator: string) => `SMS are handed over as usual; ${operator} sends no receipts`,
  /** In place of `too_little_traffic`: there are enough, but no baseline. */
  notCompared: 'Nothing to compare today’s SMS with yet',
  operators: (count: number) => `${counted(count)} operators`,
  /** For one operator, in place of `figures.verdicts`. */
  verdicts: { notCompared: 'not compared', downOrLate: 'down or late' },
};
