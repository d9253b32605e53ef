import type { ShareName } from '../../../domain/detection/counts.ts';
import type { FindingKind, Sensitivity } from '../../../domain/detection/findings.ts';
import { runs } from '../../../i18n/locales/runs.en.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';

const { at, counted, many } = english;

const rehearsal = {
  title: 'Rehearsal of alerts',
  headline: (days: string, incidents: number) =>
    incidents === 0
      ? `${days}: no alert would have come`
      : `${days}: ${many(incidents, 'alert', 'alerts')} would have come`,
  none: 'A channel with alerts would have stayed quiet.',
  noTraffic: {
    sentence: 'No messages on these days.',
    nextStep: 'Rehearse days with traffic.',
  },
  noUsual: 'No earlier weeks to compare with, so no alert could have come.',
  inAll: (duration: string, perWeek: string | undefined) =>
    `In all, ${duration} with problems${perWeek === undefined ? '' : `; on average ${perWeek} alerts a week`}.`,
  how: (checks: string, sensitivity: string) =>
    `${checks} checks, one every 5 min, sensitivity ${sensitivity}: two bad in a row, or more trouble than chance explains, begin an alert; two good end it.`,
  limits:
    'Estimated from the receipts’ times by the quarter hour: times may be off by 15 min. Outages of the platform and small rises in failures don’t show.',
  turnOn: {
    low: 'To get them: /sms-check watch low in a channel.',
    normal: 'To get them: /sms-check watch in a channel. Add low or high for fewer or more.',
    high: 'To get them: /sms-check watch high in a channel.',
  } satisfies Record<Sensitivity, string>,
  bySensitivity: 'By sensitivity',
  sensitivity: 'Sensitivity',
  alerts: 'Alerts',
  falseAlarms: 'False alarms to expect',
  caption: 'Alerts',
  operator: 'Operator',
  verdict: 'Verdict',
  from: 'From',
  lasted: 'Lasted',
  worst: 'Worst',
  goesOn: 'goes on',
  lostSight: 'until traffic ended',
  silence: (messages: string, least: string) => `${messages} instead of ${least} or more`,
  more: (count: number) => `${many(count, 'more alert', 'more alerts')} not listed.`,
  chart: 'Minutes with problems, by day',
  chartAxis: 'minutes',
  long: runs('rehearsal', 'Rehearse again'),
  checksDone: (share: string) => `${share} of the checks made`,
  shortfall: 'Some of these days couldn’t be read in full: alerts may be missing.',
};

const checkHelp: Help = {
  title: 'Is SMS broken, and whose fault is it?',
  usage: [
    ['/sms-check', 'is SMS working? A verdict for each operator'],
    ['/sms-check <operator>', 'one operator: its figures, and whether its receipts can be trusted'],
    [
      '/sms-check rehearse [days] [low|normal|high]',
      'which alerts a channel would have had in the last days (7 unless you say), and how many at each sensitivity',
    ],
    [
      '/sms-check watch · unwatch · watches',
      'tells a channel about incidents; more with /sms-check watch help',
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
    'Figures are at most 5 minutes old. Usual is this hour in the last four weeks, as it looked at the time.',
    'degraded: clearly worse than usual. down: most messages are late or never arrive. down or late: handed over, and only the receipts are missing for sure. silent: almost no messages come in. clock off: the times contradict each other. too few to tell: even with the last three hours added up.',
    'Waiting: no receipt after 2 minutes. A delay before the hand-over is the platform’s; after it, the operator and the handset can’t be told apart.',
    'Refresh reads the platform again, unless it was read less than a minute ago.',
    'The same in Spanish: ensayar, vigilar, dejar, vigilancias, ayuda.',
    'Or mention the bot, also in a thread, or write to it: “check”. For one person’s message, use its menu: “Check SMS delivery”.',
    'Only you see the answer until you share it.',
  ],
};

export const checkFigures = {
  table: {
    caption: 'By operator',
    operator: 'Operator',
    verdict: 'Verdict',
    measure: 'Measure',
    now: 'Now',
    usual: 'Usual',
    notYet: 'not yet',
    withUsual: (name: string) => `${name} (usual)`,
    nowAndUsual: (now: string, usual: string) => `${now} (${usual})`,
    atLeast: (usual: string) => `at least ${usual}`,
    messages: (count: string) => `${count} in 15 min`,
    countSince: (hits: string, of: string, since: string) => `${hits} of ${of} since ${since}`,
    /** Which messages are in the number that a share is of. */
    counted: {
      waiting: () => ', 2–7 min old',
      late: (since) => ` since ${since}, over 2 min old`,
      slow_hand_over: (since) => ` since ${since}, over 30 s old`,
      failures: (since) => ` since ${since}`,
      clock_off: (since) => ` since ${since}, with times`,
    } satisfies Record<Exclude<FindingKind, 'silence'>, (since: string) => string>,
    tooFew: ', too few',
    noReceipts: 'no receipts',
    measures: { silence: 'messages', since: 'since', delivered: 'delivered', toOperator: 'p95 to operator' },
  },
  chart: {
    inTime: 'Delivered within 2 minutes',
    inTimeAxis: '% delivered in time',
    volume: 'Messages by the quarter hour',
    volumeAxis: 'messages',
    now: 'today',
    usual: 'usual',
    tooFew: (times: string) => `Not in the chart, too few messages: ${times}`,
    notRead: (times: string) => `Not in the chart, not read: ${times}`,
  },

  trust: {
    title: (day: string) => `Can its receipts be trusted? Based on all its messages of ${day}`,
    unknown: 'Too early to tell: no day is final yet.',
    good: 'No reason to doubt them.',
    tooFew: (messages: string, needed: string) =>
      `Only ${messages} that day; it takes ${needed} to tell whether its receipts can be trusted.`,
    none: 'No receipts: only hand-over, failures and silence are judged.',
    few: (share: string) => `Only ${share} of its messages ever get a receipt.`,
    receipts: (share: string) => `${share} of its messages get a receipt.`,
    instant: (share: string, isDoubt: boolean) =>
      `${share} of its receipts come within a second of the hand-over${isDoubt ? '. Handsets aren’t that quick: it may send them itself' : ''}.`,
    lateTail: (share: string, isDoubt: boolean) =>
      `${share} of its deliveries take more than an hour${isDoubt ? ': what is missing now may still come' : ''}.`,
    clockOff: (share: string, isDoubt: boolean) =>
      `${share} of its deliveries have impossible times${isDoubt ? ': its clock is off' : ''}.`,
  },
};

export const check = {
  noSuchOperator: (text: string | undefined, known: string | undefined, meant: string | undefined) => ({
    sentence:
      text === undefined ? 'That operator has no messages right now.' : `No operator called “${text}”.`,
    nextStep: [
      meant === undefined ? '' : `Did you mean ${meant}?`,
      known === undefined ? 'No operator has messages right now.' : `Operators: ${known}.`,
      meant === undefined ? 'For more: /sms-check help.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  mentionExample: (operator: string | undefined) => (operator === undefined ? 'check' : `check ${operator}`),
  everyOperator: 'All operators',
  operatorsWithReceipts: 'Operators with receipts',
  badDays: (text: string, mostDays: number) => ({
    sentence: `“${text}” isn’t a number of days from 1 to ${mostDays}.`,
    nextStep: `Give 1 to ${mostDays} days, or none for a week. You can add a sensitivity: low, normal or high.`,
  }),
  badRehearsal: (text: string, mostDays: number) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep: `Give one number of days, ${mostDays} at most, and one sensitivity: low, normal or high.`,
  }),

  agedHeadline: (since: string, headline: string) => `As of ${since}: ${headline}`,

  since: (since: string) => `Since about ${since}.`,
  sinceBefore: (since: string) => `Since ${since} or longer.`,

  circuit: {
    platform: (since: string) => `SMS platform: no answer since ${since}`,
    oauth: (since: string) => `Look-ups by identifier: no answer since ${since}`,
    open: (every: string) => `trying again every ${every} (circuit breaker open)`,
    half_open: (_every: string) => 'trying again now (circuit breaker half-open)',
  },
  unreachableSince: (since: string) => `No answer since ${since}.`,
  unreadableSince: (since: string) => `Not readable since ${since}.`,
  lastFigures: (since: string, headline: string | undefined) =>
    headline === undefined ? `Last figures: ${since}.` : `Last figures, ${since}: ${headline}.`,
  well: {
    late: (operator, inTime, usual) =>
      `${inTime} of the newest messages${at(operator)} arrived within 2 minutes, usually ${usual}.`,
    slowHandOver: (operator, inTime, usual) =>
      `${inTime} of the newest messages${at(operator)} were handed over within 30 s, usually ${usual}.`,
  } satisfies Partial<
    Record<ShareName, (operator: string | undefined, share: string, usual: string) => string>
  >,
  remark: (operator: string, now: string, usual: string | undefined) =>
    `${operator} (${now}${usual === undefined ? '' : `, usually ${usual}`})`,
  slightlyWorse: (operators: string) => `Slightly worse, perhaps by chance: ${operators}.`,
  failedBefore: (operators: string) => `The newest arrive as usual, but before: ${operators}.`,
  tooFew: (messages: string) => `${messages} in 15 min, and too few in the last three hours to be sure.`,
  delivered: (operators: string, since: string, delivered: string, usual: string | undefined) =>
    `${operators} since ${since}: ${delivered} delivered${usual === undefined ? '' : `, usually ${usual}`}.`,
  noneLately: 'No messages in the last 3 hours.',
  notCompared: {
    none: 'No messages at this hour in the last four weeks.',
    few: 'Too few messages at this hour in the last four weeks.',
    reading: 'Reading the last four weeks now.',
    unread: 'The last four weeks couldn’t be read.',
    operators: (operators: string) => `Nothing to compare with yet: ${operators}.`,
  },

  ...checkFigures,

  asOf: (since: string, age: string) => `as of ${since} (${age} ago)`,
  usualFrom: (weeks: number, isReconstructed: boolean, hasFailures: boolean) =>
    `Usual: this hour of the last ${weeks === 1 ? 'week' : `${counted(weeks)} weeks`}, ${isReconstructed ? 'estimated from the receipts’ times, a little too good' : 'as it looked at the time'}${hasFailures ? '' : '; failures are not compared'}`,
  readingMoreWeeks: 'more weeks are being read',
  usualUnread: (weeks: number) => `${weeks === 1 ? '1 week' : `${counted(weeks)} weeks`} couldn’t be read`,
  incidentsUnread: 'I can’t reach SMS Desk’s database right now, so open incidents aren’t shown.',
  stale: (age: string) => `Reading is slow: these figures are ${age} old.`,
  justRead: (age: string) => `Read ${age} ago; Refresh reads again after a minute.`,
  nothingNewer: (because: string) => `No newer figures: ${because}`,
  incident: {
    more: (count: number) => `${counted(count)} more in Details`,
    moreShared: (count: number) => `${counted(count)} more open`,
  },

  buttons: {
    details: 'Details',
    oneOperator: 'One operator…',
    allOperators: 'All operators',
    rehearse: 'Rehearse alerts',
    newest: (operator: string) => `Newest at ${operator}`,
  },
  whichOperator: 'Which operator?',
  details: {
    title: 'Details of the check',
    customers: { en: 'For customers, in English:', es: 'For customers, in Spanish:' },
  },
  newest: {
    unconfirmed: 'sent; this operator doesn’t confirm deliveries',
    title: (operator: string) => `Newest messages at ${operator}`,
    none: (operator: string) => `No messages at ${operator} in the last 3 hours.`,
  },
  shared: 'Shared in this channel.',

  help: checkHelp,
  rehearsal,
};
