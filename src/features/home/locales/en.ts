import type { BadVerdict, IncidentVerdict } from '../../../domain/incidents/findings.ts';
import type { HelpLine } from '../../../i18n/index.ts';
import { english } from '../../../i18n/plural.ts';

const { counted, many } = english;

const help: readonly HelpLine[] = [
  ['/sms-status', 'what happened to a number’s messages'],
  ['/sms-check', 'whether SMS works now'],
  ['/sms-report', 'figures of a day or a period'],
];

/** What stands on a person's Home. Times, shares and names come in ready to print. */
export const en = {
  home: {
    /** `names`: the operators it is true of; left out where it is true of all. */
    now: (verdict: IncidentVerdict, names: string | undefined): string => {
      const of = names === undefined ? '' : ` at ${names}`;
      const bad: Record<BadVerdict, string> = {
        degraded: `SMS is worse than usual${of}`,
        down: `Most SMS don’t arrive${of}`,
        silent: `Hardly any SMS${of}`,
        clock_off: `A clock is off${of}`,
        platform_unreachable: 'The SMS platform is not answering',
      };
      if (verdict === 'normal') return 'SMS works as usual';
      return verdict === 'too_little_traffic' ? 'Too few messages to tell' : bad[verdict];
    },
    readAt: (time: string, age: string) => `Figures of ${time}, ${age} old.`,
    readNow: (time: string) => `Figures of ${time}, just read.`,
    /** `age`: how old the newest figures are. */
    old: (age: string) => `No figures for ${age}`,
    lastSeen: (time: string, headline: string) => `${time}: ${headline}.`,
    checkNow: 'Press Check now for new ones.',
    noFigures: 'No figures yet',
    noFiguresWhy: 'Nobody has asked for today’s traffic. Press Check now.',
    operators: (count: number) => many(count, 'operator', 'operators'),
    incident: (what: string, since: string) => `${what}, ${since}`,
    everything: 'All operators',
    thePlatform: 'The SMS platform',
    has: (name: string) => `${name} has it`,
    nobodyHas: 'nobody has it yet',
    isSnoozed: (name: string) => `snoozed by ${name}`,
    isResolved: (name: string) => `resolved by ${name}`,
    moreIncidents: (count: number) => `and ${counted(count)} more open: /sms-check`,
    number: 'Look up a number',
    numberHint: 'As in /sms-status: +56 9 1234 5678 yesterday',
    lookUp: 'Look up',
    check: 'Check now',
    report: 'Report…',
    recent: 'Your look-ups of the last day',
    byReference: (day: string) => `Reference of ${day}`,
    byIdentifier: 'By identifier',
    forget: 'Forget these',
    forgotten: 'Your look-ups are forgotten.',
    today: 'Delivered today',
    steps: (start: string) => `Share delivered of all messages, in steps of two hours from ${start}.`,
    messages: (count: string) => `${count} messages`,
    todayShares: (shares: string) => `today ${shares}`,
    usualShares: (shares: string) => `usual ${shares}`,
    moreOperators: (count: number) => `and ${many(count, 'operator', 'operators')} more: /sms-report today`,
    chart: 'Send me the chart',
    chartTitle: 'Delivered today, all operators',
    chartByOperator: 'Delivered today by operator',
    chartAxis: '% delivered',
    chartToday: 'today',
    chartUsual: 'usual',
    chartSent: 'The chart is in your direct messages.',
    noChart: {
      sentence: 'There isn’t enough of today for a chart yet.',
      nextStep: 'It takes figures of two steps of two hours.',
    },
    summaries: 'Daily summaries',
    noSummaries: 'None. /sms-report subscribe sets one up.',
    lastSummary: (day: string) => `last: ${day}`,
    noSummaryYet: 'none yet',
    next: (moment: string) => `next ${moment}`,
    moreSummaries: (count: string) => `and ${count} more: /sms-report subscriptions`,
    over: (count: string) => `over ${count}`,
    watches: 'Watches',
    noWatches: 'None. /sms-check watch sets one up.',
    checked: (time: string) => `checked ${time}`,
    notChecked: 'not checked yet',
    nextAbout: (time: string) => `next about ${time}`,
    moreWatches: (count: string) => `and ${count} more: /sms-check watches`,
    settings: (language: string, zone: string) => `${language} · times in ${zone}`,
    chosen: 'chosen here',
    asInSlack: 'as in Slack',
    change: 'Language and time zone',
    refresh: 'Refresh',
    help,
    helpMore: 'Each of them answers “help”.',
    form: {
      title: 'Language and zone',
      submit: 'Save',
      language: 'Language',
      zone: 'Time zone',
      otherZone: 'Another time zone',
      otherZoneHint: 'Such as Europe/Paris. It wins over the one above.',
      slack: 'As in Slack',
    },
    saved: 'Saved. SMS Desk goes by it from now on.',
  },
};
