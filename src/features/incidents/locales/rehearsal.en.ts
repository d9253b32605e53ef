import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { english } from '../../../i18n/plural.ts';
import type { RunTranslations } from '../../../i18n/types.ts';

const { counted, many } = english;

/** What a rehearsal of alerts says. Names, numbers, shares and times come in ready to print. */
export const rehearsal = {
  title: 'Rehearsal of alerts',
  headline: (days: string, incidents: number) =>
    incidents === 0
      ? `${days}: no alert would have come`
      : `${days}: ${many(incidents, 'alert', 'alerts')} would have come`,
  none: 'With these settings nothing would have fired. A channel that watches would have stayed quiet.',
  noTraffic: {
    sentence: 'The platform has no messages in these days.',
    nextStep: 'Rehearse days in which there was traffic.',
  },
  noUsual: 'There are no weeks before these days to compare with, so nothing could have fired.',
  inAll: (duration: string) => `In all, ${duration} with an alert.`,
  inAllAndPerWeek: (duration: string, count: string) =>
    `In all, ${duration} with an alert; on average ${count} a week.`,
  how: (checks: string, sensitivity: string) =>
    `${checks} checks, one every 5 minutes, at ${sensitivity} sensitivity: two bad ones in a row begin an alert, three good ones end it.`,
  limits:
    'Past checks are reconstructed from the times that receipts carry: real ones may fire a few minutes later. Failures are not compared, and outages of the platform itself do not show.',
  turnOn: {
    low: 'To be told of them: /sms-check watch low in a channel.',
    normal:
      'To be told of them: /sms-check watch in a channel. low or high after it, or after /sms-check rehearse, makes it less or more sensitive.',
    high: 'To be told of them: /sms-check watch high in a channel.',
  } satisfies Record<Sensitivity, string>,
  caption: 'Alerts',
  operator: 'Operator',
  verdict: 'Verdict',
  from: 'From',
  lasted: 'Lasted',
  worst: 'Worst',
  goesOn: 'goes on',
  lostSight: 'until traffic ended',
  more: (count: number) => `${many(count, 'further alert is', 'further alerts are')} not listed.`,
  chart: 'Minutes with an alert, by day',
  chartAxis: 'minutes',
  long: {
    moved: 'This takes a while. The rehearsal is being made in your direct messages with SMS Desk.',
    movedHere: 'This takes a while. The rehearsal is being made here, in a message of its own.',
    here: { sentence: 'This takes a while.', nextStep: 'The rehearsal comes here as soon as it is ready.' },
    refused: {
      sentence: 'This takes a while, and Slack does not let me write to you directly.',
      nextStep: 'The rehearsal comes here as soon as it is ready.',
    },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} of ${many(days, 'day', 'days')} · ${many(messages, 'message', 'messages')} read`,
    cancel: 'Cancel',
    cancelled: { sentence: 'Cancelled.', nextStep: 'Nothing more is read for this rehearsal.' },
    ended: { sentence: 'This rehearsal is no longer being made.', nextStep: 'There is nothing to cancel.' },
    interrupted: {
      sentence: 'SMS Desk was restarted before this rehearsal was ready.',
      nextStep: 'Rehearse again; the days that were read are kept.',
    },
    again: 'Rehearse again',
  } satisfies RunTranslations,
  reckoning: (share: string) => `${share} of the checks made`,
  shortfall: 'Some of these days could not be read whole: what happened in them may be missing.',
};
