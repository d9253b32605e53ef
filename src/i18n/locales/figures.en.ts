import type { AffectedMessages, IncidentLabel } from '../../domain/detection/incident.ts';
import type { IncidentVerdict } from '../../domain/detection/verdict.ts';
import type { LegName } from '../../domain/figures/figures.ts';
import { english } from '../plural.ts';

const { at, counted, many } = english;

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
    /** At most 50 characters, like the two texts below and `volumeShort`, because these are chart titles. */
    rate: 'Delivery rate',
    rateExcept: (parts: string) => `Delivery rate (none for ${parts})`,
    rateExceptSome: (count: number, all: number) => `Delivery rate (none for ${count} of ${all} parts)`,
    rateAxis: '% delivered',
    ofAll: 'of all',
    ofFinal: 'of final',
    volume: 'Messages',
    volumeShort: (days: number, others: number) =>
      `Messages (first bar: ${many(days, 'day', 'days')}, the others ${others})`,
    messages: 'messages',
  },

  table: {
    /** Telephones cut captions after 40 characters. */
    caption: 'By operator',
    comparedCaption: 'By operator (± points)',
    reconstructedCaption: 'By operator (± points, estimated)',
    largest: (caption: string, shown: number) => `${caption}: the ${shown} largest`,
    operator: 'Operator',
    messages: 'Messages',
    rate: 'Delivered',
    failed: 'Failed',
    most: '95% within',
    noReceipts: 'no receipts',
    /** Column while receipts may still come: messages that wait for a receipt, and messages that get none. */
    withoutReceipt: 'Without receipt',
    noReceipt: 'No receipt',
    /** `count` is unknown if there are so many operators that some had to be counted together. */
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
  ofFinal: (share: string) => `Of the messages with a final receipt, ${share} were delivered.`,
  /** Receipts can no longer change the figures; before that, the figures are `provisional`. */
  final: 'final',
  provisional: (until: string) => `provisional until ${until}`,

  legs: {
    platformToOperator: 'Hand-over to the operator',
    operatorToHandset: 'Operator to handset',
    total: 'Delivery',
  } satisfies Record<LegName, string>,

  latency: {
    title: 'Time of those delivered',
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
    manyOperators: (listed: number) =>
      `There are more than ${counted(listed)} operators: the rest are counted together.`,
    /** For operators without receipts; `rate` is the delivery rate of all other operators, if any. */
    silent: (operators: string, operatorCount: number, messages: string, rate: string | undefined) =>
      `${operators} sent no receipt for any of ${operatorCount === 1 ? 'its' : 'their'} ${messages} messages${rate === undefined ? '' : `; of all others, ${rate} were delivered`}.`,
  },
};

/** The state of SMS in at most twelve words; without `operators`, a headline is about all operators. */
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
  /** Replaces the headline `degraded` if more messages fail than usual. */
  failing: (operators: string | undefined) => `More SMS fail than usual${at(operators)}`,
  /** Replaces the headline `degraded` if some messages are late and others fail. */
  partlyFailing: (operators: string | undefined) => `Some SMS${at(operators)} are late, others fail`,
  /** Replaces the headline `down` if most messages are late, but do arrive. */
  late: (operators: string | undefined) => `Most SMS${at(operators)} are late`,
  /** Replaces the headline `down` if only receipts are known to be missing. */
  withoutReceipt: (operators: string | undefined) => `Most SMS${at(operators)} have no receipt yet`,
  /** Replaces the headline `normal` if over half of the operators cannot be judged. */
  partly: (judged: number, of: number) =>
    judged === 0
      ? 'Works as usual overall; no single operator can be judged yet'
      : `Works as usual at ${counted(judged)} of ${counted(of)} operators; the others can’t be judged yet`,
  /** Replaces the headline `normal` of an operator without receipts: whether messages arrive is unknown. */
  withoutReceipts: (operator: string) => `SMS are handed over as usual; no receipts from ${operator}`,
  /** Replaces the headline `too_little_traffic` if there are enough messages, but no baseline. */
  notCompared: 'Nothing to compare today’s SMS with yet',
  /** Replaces a headline without problems if many of the newest messages are bad, but were not compared. */
  uncompared: {
    late: (operators: string) => `Many SMS at ${operators} are late; nothing to compare with yet`,
    failures: (operators: string) => `Many SMS at ${operators} fail; nothing to compare with yet`,
    both: (operators: string) => `Many SMS at ${operators} are late or fail; nothing to compare with yet`,
  },
  operators: (count: number) => `${counted(count)} operators`,
  /** Verdicts about one operator that replace the more general texts of `figures.verdicts`. */
  verdicts: { notCompared: 'not compared', downOrLate: 'down or late', late: 'late' },
  /** Names of incidents without an operator’s name, and their states, after which their times follow. */
  incident: {
    everywhere: 'All operators',
    /** All operators together are bad, and no single one can be named. */
    sum: 'All operators together',
    platform: 'The SMS platform',
    verdicts: {
      degraded: 'degraded',
      down: 'down',
      down_or_late: 'down or late',
      silent: 'silent',
      clock_off: 'clock off',
      platform_unreachable: 'not answering',
      platform_refusing: 'refusing SMS Desk',
      platform_unreadable: 'unreadable',
    } satisfies Record<IncidentLabel, string>,
    stillOpen: (subjects: string) =>
      `Incident still open at ${subjects}, though the newest figures look normal`,
    /** One line about an incident that is open. */
    line: {
      open: (subject: string, since: string) => `Incident: ${subject} since ${since}`,
      acknowledged: (by: string) => `${by} has it`,
      snoozed: (until: string | undefined, by: string) =>
        `snoozed by ${by} until ${until ?? 'it has recovered'}`,
      resolved: (by: string) => `resolved by ${by}`,
      unhandled: 'no one has it yet',
      recovering: 'recovering',
      in: 'in',
    },
    missingRange: (least: number, most: number) => {
      if (least === most) return `at least ${many(least, 'message', 'messages')}`;
      return least > 0
        ? `${counted(least)} to ${many(most, 'message', 'messages')}`
        : `up to ${many(most, 'message', 'messages')}`;
    },
    affected: ({ late, failed, missing, mostMissing }: AffectedMessages) => {
      const about = [
        ...(failed > 0 ? [`${many(failed, 'message', 'messages')} failed`] : []),
        ...(late > 0 ? [`${failed > 0 ? counted(late) : many(late, 'message', 'messages')} late`] : []),
      ];
      const parts = [
        ...(mostMissing > 0 ? [`${headlines.incident.missingRange(missing, mostMissing)} missing`] : []),
        ...(about.length > 0 ? [`about ${about.join(', ')}`] : []),
      ];
      return parts.join(', ');
    },
  },
};
