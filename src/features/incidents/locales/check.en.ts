import type { FindingKind, IncidentVerdict } from '../../../domain/incidents/findings.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import { rehearsal } from './rehearsal.en.ts';

const { counted } = english;

const at = (operators: string | undefined) => (operators === undefined ? '' : ` at ${operators}`);
const of = (operator: string | undefined) => (operator === undefined ? '' : ` of ${operator}`);

const trust = {
  title: (day: string) => `How far its receipts can be trusted, by all its messages of ${day}`,
  unknown: 'There is no settled day to tell by how far its receipts can be trusted.',
  good: 'Nothing speaks against them.',
  tooFew: (messages: string, needed: string) =>
    `There were ${messages} that day: too few to tell how far its receipts can be trusted. It takes ${needed}.`,
  none: 'It sends no receipts. It is judged by its hand-over, failures and silence alone.',
  few: (share: string) => `Only ${share} of its messages ever get a receipt.`,
  receipts: (share: string) => `${share} of its messages get a receipt.`,
  instant: (share: string, isDoubt: boolean) =>
    `${share} of its receipts come within a second of the hand-over${isDoubt ? ', sooner than handsets answer: it may send them itself' : ''}.`,
  lateTail: (share: string, isDoubt: boolean) =>
    `${share} of its deliveries take more than an hour${isDoubt ? ': what is missing now may still come' : ''}.`,
  clockOff: (share: string, isDoubt: boolean) =>
    `${share} of its deliveries carry times that cannot be${isDoubt ? ': its clock is off' : ''}.`,
};

const help: Help = {
  title: 'Is SMS broken, and whose fault is it?',
  usage: [
    ['/sms-check', 'a verdict for each operator against what is usual at this hour'],
    ['/sms-check <operator>', 'one operator: its figures, and how far its receipts can be trusted'],
    [
      '/sms-check rehearse [days] [low|normal|high]',
      'which alerts would have come in the last days, 7 unless told, to a channel that watches with this sensitivity',
    ],
    [
      '/sms-check watch · unwatch · watches',
      'tells a channel of incidents by itself; more with /sms-check watch help',
    ],
  ],
  examplesTitle: 'Examples',
  examples: [
    ['/sms-check', 'all operators'],
    ['/sms-check movi', 'an operator by the beginning of its name'],
    ['/sms-check rehearse 14', 'two weeks, at most 28 days'],
    ['/sms-check rehearse 14 low', 'the same with low sensitivity'],
  ],
  notes: [
    'Figures are at most 5 minutes old. Usual is the same hour of the last four weeks, as it looked at the same age.',
    'degraded: certainly worse than usual. down: most messages are late or do not arrive. down or late: they were handed over, and only their receipts are known to be missing. silent: hardly any messages come in. clock off: times contradict each other. too few to tell: less than 50 messages in a quarter of an hour, now or usually. platform unreachable: nothing can be told of anybody.',
    'Waiting: no receipt after 2 minutes. A delay before the hand-over is the platform’s; after it, operator and handset cannot be told apart.',
    'Refresh reads the platform anew, unless the last reading is less than a minute old.',
    'The same in Spanish: ensayar, vigilar, dejar, vigilancias, ayuda.',
    'Only you see the answer, until you share it.',
  ],
};

const customer: Readonly<
  Record<'normal' | 'delayed' | 'failing' | 'down' | 'unknown', (operators: string | undefined) => string>
> = {
  normal: () => 'Our text messages are being delivered as usual at the moment.',
  delayed: (operators) =>
    `Text messages${operators === undefined ? '' : ` to ${operators} customers`} may arrive late at the moment. We are working on it; please wait a few minutes before you ask for a new code.`,
  failing: (operators) =>
    `Some text messages${operators === undefined ? '' : ` to ${operators} customers`} are not arriving at the moment. We are working on it; please ask for a new code, or use another way to sign in if there is one.`,
  down: (operators) =>
    `Text messages${operators === undefined ? '' : ` to ${operators} customers`} are mostly arriving late, or not at all, at the moment. We are working on it; please use another way to sign in if there is one.`,
  unknown: () =>
    'We are checking whether our text messages are being delivered as usual. Please try again in a few minutes.',
};

/** What the on-call check says. Names, numbers, shares and times come in ready to print. */
export const check = {
  /** `meant` is the one that was perhaps misspelt. */
  noSuchOperator: (text: string, known: string | undefined, meant: string | undefined) => ({
    sentence: `“${text}” is not one operator with messages now, or at this hour of the last weeks.`,
    nextStep: [
      meant === undefined ? '' : `Did you mean ${meant}?`,
      known === undefined ? 'There is none at the moment.' : `There are: ${known}.`,
      meant === undefined ? 'What else can be asked: /sms-check help.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  badDays: (text: string, mostDays: number) => ({
    sentence: `“${text}” is not a number of days from 1 to ${mostDays}.`,
    nextStep: `A rehearsal goes back ${mostDays} days at most; without a number, a week. A sensitivity may follow: low, normal or high.`,
  }),
  badRehearsal: (text: string, mostDays: number) => ({
    sentence: `I do not know what “${text}” is to a rehearsal.`,
    nextStep: `It takes one number of days, ${mostDays} at most, and one sensitivity: low, normal or high.`,
  }),

  headline: {
    normal: () => 'SMS works as usual',
    degraded: (operators) => `SMS is worse than usual${at(operators)}`,
    down: (operators) => `SMS is down${at(operators)}`,
    silent: (operators) =>
      `Hardly any SMS are coming in${operators === undefined ? '' : ` for ${operators}`}`,
    clock_off: (operators) => `A clock is off${at(operators)}: how long SMS take cannot be told`,
    too_little_traffic: (operators) => `Too few SMS${at(operators)} to tell whether anything is wrong`,
    platform_unreachable: () => 'The platform cannot be read: whether SMS works cannot be told',
  } satisfies Record<IncidentVerdict, (operators: string | undefined) => string>,
  /** In place of `down`: they were handed over, and only their receipts are known to be missing. */
  withoutReceipt: (operators: string | undefined) =>
    `Most SMS${at(operators)} have no receipt: they, or only their receipts, are late or lost`,
  agedHeadline: (since: string, age: string, headline: string) => `As of ${since} (${age} ago): ${headline}`,
  verdicts: {
    normal: 'normal',
    degraded: 'degraded',
    down: 'down',
    silent: 'silent',
    clock_off: 'clock off',
    too_little_traffic: 'too few to tell',
    platform_unreachable: 'platform unreachable',
  } satisfies Record<IncidentVerdict, string>,
  downOrLate: 'down or late',
  title: 'On-call check',
  andMore: (count: number) => `${counted(count)} more`,

  /** What is not as usual, in a sentence. `operator` is left out for all of them; `of` silence is the usual number. */
  findings: {
    waiting: (operator, share, usual, count) =>
      `${share} of the messages${of(operator)} that are 2 to 7 minutes old (about ${count}) have no receipt yet, usually ${usual}.`,
    late: (operator, share, usual, count) =>
      `${share} of the newest messages${of(operator)} (about ${count}) were not delivered within 2 minutes, usually ${usual}.`,
    slow_hand_over: (operator, share, usual, count) =>
      `${share} of the newest messages${of(operator)} (about ${count}) were not handed to the operator within 30 s, usually ${usual}.`,
    failures: (operator, share, usual, count) =>
      `${share} of the messages${of(operator)} of the last hour (${count}) failed, usually ${usual}.`,
    clock_off: (operator, share, usual, count) =>
      `The times of ${share} of the messages${of(operator)} (${count}) contradict each other, usually of ${usual}.`,
    silence: (operator, share, _usual, count) =>
      `In a quarter of an hour came ${share} of the ${count} messages that the poorest of the last weeks had${operator === undefined ? '' : ` for ${operator}`} at this hour.`,
  } satisfies Record<
    FindingKind,
    (operator: string | undefined, share: string, usual: string, of: string) => string
  >,
  measures: {
    waiting: 'waiting',
    late: 'late',
    slow_hand_over: 'handed over late',
    failures: 'failed',
    clock_off: 'clock off',
    silence: 'of the usual traffic',
  } satisfies Record<FindingKind, string>,
  since: (since: string) => `Since about ${since}.`,
  sinceBefore: (since: string) => `Since ${since} or longer.`,

  owner: {
    platform: 'The delay is the platform’s: it keeps messages before it hands them to the operator.',
    link: 'Messages for this operator alone wait before the hand-over; others get theirs. So it is the operator’s side, or the way to it, and not the platform as a whole.',
    operator: 'Messages are handed over, and wait after that: with the operator or at the handsets.',
    shared:
      'Messages are handed over, and then receipts are late or missing at all operators at once. That is more likely the platform’s doing, which may hold receipts back, than that of each operator.',
    onlyOperator:
      'Messages are handed over, and wait after that: with the operator or at the handsets. Other operators fare as usual, so it is not the platform.',
    unknown: 'Whose fault it is cannot be told from this.',
  },
  nextStep: {
    normal: 'Nothing to do. If one customer complains, look up the number with /sms-status.',
    /** All is well, but something might be on its way to be worse. */
    straying: 'Nothing to do yet; look again in a few minutes.',
    platform: 'Call the messaging platform’s support, with the times above.',
    link: 'Report it to the operator by way of the platform’s support, with the times above.',
    operator: 'Report it to the operator by way of the platform’s support, with the times above.',
    shared:
      'Call the messaging platform’s support, with the times above, and ask whether it holds receipts back.',
    unknown: 'Look at one of the failed messages with /sms-status, then call the platform’s support.',
    silent: 'Check the systems that send: most often they have stopped handing in messages.',
    clockOff: 'Tell the platform’s support. Deliveries themselves need not be affected.',
    tooLittle: 'Look up a recent message with /sms-status, and check again later.',
    unreachable:
      'Check the platform’s status, then call its support. Once it answers again, so does this check.',
    /** The account of the bot itself is not accepted, or may not read this: nobody at the platform need be called. */
    wrongCredentials:
      'Ask whoever runs SMS Desk to check its credentials for the platform. Trying again will not help until then.',
    notAllowed: 'Ask whoever runs SMS Desk to check what its account at the platform may do.',
    recovering: (incidents: number) =>
      `${incidents === 1 ? 'The incident below is' : 'The incidents below are'} over with the third good check in a row. If one customer complains, look up the number with /sms-status.`,
    goesOn: (incidents: number): string =>
      incidents === 1
        ? 'The incident below still goes on: its message says how it stands and what to do.'
        : 'Incidents below still go on: their messages say how they stand and what to do.',
  },
  unreachableSince: (since: string) => `It has not been readable since ${since}.`,
  /** `headline` is what they said, where they are not too old to say anything of now. */
  lastFigures: (since: string, headline: string | undefined) =>
    headline === undefined
      ? `The last figures are those of ${since}.`
      : `What the last figures, those of ${since}, said: ${headline}.`,
  well: (operator: string | undefined, inTime: string, usual: string) =>
    `${inTime} of the newest messages${of(operator)} were delivered within 2 minutes, usually ${usual}.`,
  /** Further from usual than all others, and not certainly worse: `now` is a share of so many messages. */
  strays: (operator: string, now: string, usual: string) => `${operator} (${now}, usually ${usual})`,
  straying: (operators: string) => `So few messages, or so small a difference, may be chance: ${operators}.`,
  tooFew: (messages: string, needed: string) =>
    `There are ${messages} in a quarter of an hour; it takes ${needed} now, and as many at this hour of the last weeks, to tell chance from trouble.`,
  /** In place of a verdict: there is nothing to compare with, or not yet. */
  notCompared: {
    headline: 'Nothing yet to compare today’s SMS with',
    verdict: 'not compared',
    none: 'The platform has no messages of this hour in the last four weeks.',
    comes: 'The last four weeks are being read. Press Refresh in a moment.',
    unread: 'The last four weeks could not be read. Press Refresh to try again.',
  },

  customerTitle: 'For customers, to copy:',
  customer,
  languages: { en: 'English', es: 'Spanish' },

  table: {
    caption: 'By operator',
    captionWithTimes: 'By operator (p95: time to the operator)',
    operator: 'Operator',
    verdict: 'Verdict',
    now: 'Now',
    usual: 'Usual',
    toOperator: 'p95',
    notYet: 'not yet',
    since: 'Since',
    messages: (count: string) => `${count} in 15 min`,
    share: (share: string, of: string) => `${share} of ${of}`,
    fewShare: (share: string, of: string) => `${share} of ${of}, too few to tell`,
  },
  chart: {
    inTime: 'Delivered within 2 minutes',
    inTimeAxis: '% delivered in time',
    volume: 'Messages by the quarter hour',
    volumeAxis: 'messages',
    now: 'today',
    usual: 'usual',
    /** Why times are left out, under the chart: `times` are from–to. */
    tooFew: (times: string) => `Not drawn, for too few messages: ${times}`,
    notRead: (times: string) => `Not drawn, for it was not read: ${times}`,
  },

  asOf: (since: string, age: string) => `as of ${since} (${age} ago)`,
  usualFrom: (weeks: number, isReconstructed: boolean, hasFailures: boolean) =>
    `usual: this hour of the last ${weeks === 1 ? 'week' : `${counted(weeks)} weeks`}, ${isReconstructed ? 'reconstructed, in whole or in part, from the receipts’ times, so a little too good' : 'as it was seen at the same age'}${hasFailures ? '' : '; failures are not compared'}`,
  usualComing: 'more weeks are being read and will be there in a moment',
  usualUnread: (weeks: number) => `${weeks === 1 ? '1 week' : `${counted(weeks)} weeks`} could not be read`,
  stale: (age: string) => `Reading takes so long that these figures are ${age} old.`,
  justRead: (age: string) =>
    `Nothing newer was read: these figures are ${age} old, and are read anew once they are a minute old.`,
  /** `because` is a sentence, and what to do. */
  nothingNewer: (because: string, age: string) => `${because} These figures are ${age} old.`,
  incident: {
    open: (subject: string, since: string) => `Incident of ${subject} since ${since}`,
    acknowledged: (by: string) => `acknowledged by ${by}`,
    snoozed: (until: string | undefined, by: string) =>
      `snoozed by ${by} until ${until ?? 'it has recovered'}`,
    resolved: (by: string) => `resolved by ${by}: not reported again before it has recovered`,
    unhandled: 'nobody has acknowledged it yet',
    recovering: 'recovering',
    /** A channel's name follows. */
    in: 'in',
  },
  everything: 'all operators',
  thePlatform: 'the platform',

  /** The 95th percentile of the time until the operator has a message. */
  toOperator: {
    label: 'time to operator (p95)',
    beside: (now: string, usual: string) => `${now} (usual ${usual})`,
    beyond: 'over 5% are not there yet',
    tooFew: 'too few to tell',
  },

  trust,

  buttons: { details: 'One operator …', allOperators: 'All operators', rehearse: 'Rehearse alerts' },
  shared: 'Shared in this channel.',

  help,
  rehearsal,
};
