import { counted } from '../counts-en.ts';
import { help } from './help-en.ts';
import { rehearsal } from './rehearsal-en.ts';
import { trust } from './trust-en.ts';
import type { CheckWords } from './words.ts';

const at = (operators: string | undefined) => (operators === undefined ? '' : ` at ${operators}`);
const of = (operator: string | undefined) => (operator === undefined ? '' : ` of ${operator}`);

/** What the on-call check says. */
export const check: CheckWords = {
  noSuchOperator: (text, known, meant) => ({
    sentence: `“${text}” is not one operator with messages now, or at this hour of the last weeks.`,
    nextStep: [
      meant === undefined ? '' : `Did you mean ${meant}?`,
      known === undefined ? 'There is none at the moment.' : `There are: ${known}.`,
      meant === undefined ? 'What else can be asked: /sms-check help.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  badDays: (text, mostDays) => ({
    sentence: `“${text}” is not a number of days from 1 to ${mostDays}.`,
    nextStep: `A rehearsal goes back ${mostDays} days at most; without a number, a week. A sensitivity may follow: low, normal or high.`,
  }),
  badRehearsal: (text, mostDays) => ({
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
  },
  withoutReceipt: (operators) =>
    `Most SMS${at(operators)} have no receipt: they, or only their receipts, are late or lost`,
  agedHeadline: (since, age, headline) => `As of ${since} (${age} ago): ${headline}`,
  verdicts: {
    normal: 'normal',
    degraded: 'degraded',
    down: 'down',
    silent: 'silent',
    clock_off: 'clock off',
    too_little_traffic: 'too few to tell',
    platform_unreachable: 'platform unreachable',
  },
  downOrLate: 'down or late',
  title: 'On-call check',
  andMore: (count) => `${counted(count)} more`,

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
  },
  measures: {
    waiting: 'waiting',
    late: 'late',
    slow_hand_over: 'handed over late',
    failures: 'failed',
    clock_off: 'clock off',
    silence: 'of the usual traffic',
  },
  since: (since) => `Since about ${since}.`,
  sinceBefore: (since) => `Since ${since} or longer.`,

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
    wrongCredentials:
      'Ask whoever runs SMS Desk to check its credentials for the platform. Trying again will not help until then.',
    notAllowed: 'Ask whoever runs SMS Desk to check what its account at the platform may do.',
    recovering: (incidents) =>
      `${incidents === 1 ? 'The incident below is' : 'The incidents below are'} over with the third good check in a row. If one customer complains, look up the number with /sms-status.`,
    goesOn: (incidents) =>
      incidents === 1
        ? 'The incident below still goes on: its message says how it stands and what to do.'
        : 'Incidents below still go on: their messages say how they stand and what to do.',
  },
  unreachableSince: (since) => `It has not been readable since ${since}.`,
  lastFigures: (since, headline) =>
    headline === undefined
      ? `The last figures are those of ${since}.`
      : `What the last figures, those of ${since}, said: ${headline}.`,
  well: (operator, inTime, usual) =>
    `${inTime} of the newest messages${of(operator)} were delivered within 2 minutes, usually ${usual}.`,
  strays: (operator, now, usual) => `${operator} (${now}, usually ${usual})`,
  straying: (operators) => `So few messages, or so small a difference, may be chance: ${operators}.`,
  tooFew: (messages, needed) =>
    `There are ${messages} in a quarter of an hour; it takes ${needed} now, and as many at this hour of the last weeks, to tell chance from trouble.`,
  notCompared: {
    headline: 'Nothing yet to compare today’s SMS with',
    verdict: 'not compared',
    none: 'The platform has no messages of this hour in the last four weeks.',
    comes: 'The last four weeks are being read. Press Refresh in a moment.',
    unread: 'The last four weeks could not be read. Press Refresh to try again.',
  },

  customerTitle: 'For customers, to copy:',
  customer: {
    normal: () => 'Our text messages are being delivered as usual at the moment.',
    delayed: (operators) =>
      `Text messages${operators === undefined ? '' : ` to ${operators} customers`} may arrive late at the moment. We are working on it; please wait a few minutes before you ask for a new code.`,
    failing: (operators) =>
      `Some text messages${operators === undefined ? '' : ` to ${operators} customers`} are not arriving at the moment. We are working on it; please ask for a new code, or use another way to sign in if there is one.`,
    down: (operators) =>
      `Text messages${operators === undefined ? '' : ` to ${operators} customers`} are mostly arriving late, or not at all, at the moment. We are working on it; please use another way to sign in if there is one.`,
    unknown: () =>
      'We are checking whether our text messages are being delivered as usual. Please try again in a few minutes.',
  },
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
    messages: (count) => `${count} in 15 min`,
    share: (share, of) => `${share} of ${of}`,
    fewShare: (share, of) => `${share} of ${of}, too few to tell`,
  },
  chart: {
    inTime: 'Delivered within 2 minutes',
    inTimeAxis: '% delivered in time',
    volume: 'Messages by the quarter hour',
    volumeAxis: 'messages',
    now: 'today',
    usual: 'usual',
    tooFew: (times) => `Not drawn, for too few messages: ${times}`,
    notRead: (times) => `Not drawn, for it was not read: ${times}`,
  },

  asOf: (since, age) => `as of ${since} (${age} ago)`,
  usualFrom: (weeks, isReconstructed, hasFailures) =>
    `usual: this hour of the last ${weeks === 1 ? 'week' : `${counted(weeks)} weeks`}, ${isReconstructed ? 'reconstructed, in whole or in part, from the receipts’ times, so a little too good' : 'as it was seen at the same age'}${hasFailures ? '' : '; failures are not compared'}`,
  usualComing: 'more weeks are being read and will be there in a moment',
  usualUnread: (weeks) => `${weeks === 1 ? '1 week' : `${counted(weeks)} weeks`} could not be read`,
  stale: (age) => `Reading takes so long that these figures are ${age} old.`,
  justRead: (age) =>
    `Nothing newer was read: these figures are ${age} old, and are read anew once they are a minute old.`,
  nothingNewer: (because, age) => `${because} These figures are ${age} old.`,
  incident: {
    open: (whose, since) => `Incident of ${whose} since ${since}`,
    acknowledged: (by) => `acknowledged by ${by}`,
    snoozed: (until, by) => `snoozed by ${by} until ${until ?? 'it has recovered'}`,
    resolved: (by) => `resolved by ${by}: not reported again before it has recovered`,
    unhandled: 'nobody has acknowledged it yet',
    recovering: 'recovering',
    in: 'in',
  },
  everything: 'all operators',
  thePlatform: 'the platform',

  toOperator: {
    label: 'time to operator (p95)',
    beside: (now, usual) => `${now} (usual ${usual})`,
    beyond: 'over 5% are not there yet',
    tooFew: 'too few to tell',
  },

  trust,

  buttons: { details: 'One operator …', allOperators: 'All operators', rehearse: 'Rehearse alerts' },
  shared: 'Shared in this channel.',

  rehearsal,

  help,
};
