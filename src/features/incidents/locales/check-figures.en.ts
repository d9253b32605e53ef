/** What the check says of the operators’ figures, in its tables, charts and details. */
export const checkFigures = {
  table: {
    caption: 'By operator',
    captionWithTimes: 'By operator (p95: time to the operator)',
    operator: 'Operator',
    verdict: 'Verdict',
    measure: 'Measure',
    now: 'Now',
    usual: 'Usual',
    toOperator: 'p95',
    notYet: 'not yet',
    since: 'Since',
    messages: (count: string) => `${count} in 15 min`,
    share: (share: string, of: string) => `${share} of ${of}`,
    fewShare: (share: string, of: string) => `${share} of ${of}, too few`,
    countOf: (hits: string, of: string) => `${hits} of ${of}`,
    countSince: (hits: string, of: string, since: string) => `${hits} of ${of} since ${since}`,
    noReceipts: 'no receipts',
    traffic: 'messages',
  },
  chart: {
    inTime: 'Delivered within 2 minutes',
    inTimeAxis: '% delivered in time',
    volume: 'Messages by the quarter hour',
    volumeAxis: 'messages',
    now: 'today',
    usual: 'usual',
    /** Why times are left out of the chart: `times` are from–to. */
    tooFew: (times: string) => `Not in the chart, too few messages: ${times}`,
    notRead: (times: string) => `Not in the chart, not read: ${times}`,
  },

  /** The 95th percentile of the time until the operator has a message. */
  toOperator: {
    label: 'time to operator (p95)',
    beside: (now: string, usual: string) => `${now} (usual ${usual})`,
    beyond: 'over 5% aren’t there yet',
    tooFew: 'too few to tell',
  },

  trust: {
    title: (day: string) => `Can its receipts be trusted? By all its messages of ${day}`,
    unknown: 'Too early to tell: no day is final yet.',
    good: 'No reason to doubt them.',
    tooFew: (messages: string, needed: string) =>
      `Only ${messages} that day; it takes ${needed} to tell whether its receipts can be trusted.`,
    none: 'It sends no receipts: only hand-over, failures and silence are judged.',
    few: (share: string) => `Only ${share} of its messages ever get a receipt.`,
    receipts: (share: string) => `${share} of its messages get a receipt.`,
    instant: (share: string, isDoubt: boolean) =>
      `${share} of its receipts come within a second of the hand-over${isDoubt ? '. Handsets aren’t that quick: it may send them itself' : ''}.`,
    lateTail: (share: string, isDoubt: boolean) =>
      `${share} of its deliveries take more than an hour${isDoubt ? ': what is missing now may still come' : ''}.`,
    clockOff: (share: string, isDoubt: boolean) =>
      `${share} of its deliveries carry impossible times${isDoubt ? ': its clock is off' : ''}.`,
  },
};
