import type { Sensitivity } from '../../../domain/detection/findings.ts';
import { runs } from '../../../i18n/locales/runs.en.ts';
import { english } from '../../../i18n/plural.ts';

const { many } = english;

export const rehearsal = {
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
