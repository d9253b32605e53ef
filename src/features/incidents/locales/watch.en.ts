import {
  EXPECTED_FALSE_ALARMS,
  type FindingKind,
  type Sensitivity,
} from '../../../domain/incidents/findings.ts';
import { runs } from '../../../i18n/locales/runs.en.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import { type AlmostCertain, type EvidenceFigures, frequencyOf, rarityOf } from './shapes.ts';

const { counted, many } = english;

function evidenceText(one: string, more = one) {
  return (operator: string | undefined, { hits, of, usual, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` at ${operator}`;
    const usually = usual === 0 ? 'none' : counted(usual);
    return `${counted(hits)} of ${many(of, 'message', 'messages')}${where} since ${since} ${hits === 1 ? one : more}; usually ${usually}.`;
  };
}

const every = (years: number) => (years === 1 ? 'a year' : `every ${counted(years)} years`);

export const evidence = {
  found: {
    waiting: evidenceText('had no receipt after 2 minutes'),
    late: evidenceText('didn’t arrive within 2 minutes'),
    slow_hand_over: evidenceText('wasn’t handed to the operator', 'weren’t handed to the operator'),
    failures: evidenceText('failed'),
    clock_off: evidenceText('has times that contradict each other', 'have times that contradict each other'),
    silence: (operator, { hits, usual, since }) =>
      `${hits === 0 ? 'Nothing' : `Only ${many(hits, 'message', 'messages')}`}${operator === undefined ? '' : ` for ${operator}`} since ${since}; never fewer than ${counted(usual)} by now.`,
  } satisfies Record<FindingKind, (operator: string | undefined, figures: EvidenceFigures) => string>,
  /** `perYear` is an upper limit of how often chance alone causes such evidence. */
  chance(perYear: number) {
    const { times, years } = rarityOf(perYear);
    if (times > 1) return `By chance alone, this happens up to ${counted(times)} times a year.`;
    return `By chance alone, this happens less than once ${years === 1 ? 'a year' : `in ${counted(years)} years`}.`;
  },
  title: 'Why this alert',
  well: {
    delivered: (count: string) => `${count} delivered`,
    withReceipt: (count: string) => `${count} with a receipt`,
    handedOver: (count: string) => `${count} handed over`,
  },
  /** For evidence over hours, if a quarter of an hour has too few messages; `verdict` is in words. */
  almostCertain: (operator: string, now: string, { since, usual, verdict }: AlmostCertain) =>
    `${operator} since ${since}: ${now}, usually ${usual}: ${verdict}, almost certainly.`,
  falseAlarms(perYear: number) {
    const { times, years } = frequencyOf(perYear);
    return `about ${many(times, 'false alarm', 'false alarms')} per operator ${every(years)}`;
  },
  about(perYear: number) {
    const { times, years } = frequencyOf(perYear);
    return `about ${counted(times)} ${every(years)}`;
  },
};

export const notify = {
  refused: {
    sentence: 'You can choose yourself or a group you’re in, but no one else.',
    nextStep: 'Choose one of those, or ask whoever runs SMS Desk to let you choose anyone.',
  },
  noAccess: {
    sentence: 'That person can’t use SMS Desk, so they can’t be mentioned.',
    nextStep: 'Choose someone who can, or a group.',
  },
  instead: {
    me: 'Mention me',
    group: (handle: string) => `Mention @${handle}`,
    noOne: 'Mention no one',
  },
  unverified: {
    sentence: 'Slack didn’t confirm who can be mentioned.',
    nextStep: 'Try again in a minute.',
  },
  notFound: (text: string) => ({
    sentence: `I can’t find “${text}”.`,
    nextStep: 'Type @ and pick the person or group from the list.',
  }),
  none: 'No one is mentioned, so no phone will ring.',
  once: 'Mentioned once, when an incident begins: ',
  twice: 'Mentioned when an incident begins, and again when it’s over: ',
  tellsEnd: 'I’ll also post in the channel when it’s over.',
  choose: 'Mention…',
  choices: { noOne: 'No one', me: 'Me', here: '@here', current: 'As it is now' },
  end: { channel: 'Post in the channel when it’s over', thread: 'Post the end in the thread only' },
  form: {
    mention: 'Who is mentioned when an incident begins?',
    end: 'Where do I post when it’s over?',
    ends: { thread: 'In the thread', channel: 'In the channel too, mentioned again' },
  },
};

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
  inAll: (duration: string) => `In all, ${duration} with an alert.`,
  inAllAndPerWeek: (duration: string, count: string) =>
    `In all, ${duration} with an alert; on average ${count} a week.`,
  how: (checks: string, sensitivity: string) =>
    `${checks} checks, one every 5 min, sensitivity ${sensitivity}: two bad in a row, or more trouble than chance explains, begin an alert; two good end it.`,
  limits:
    'Estimated from the receipts’ times: real alerts may come a few minutes later. Failures and outages of the platform don’t show.',
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
  more: (count: number) => `${many(count, 'more alert', 'more alerts')} not listed.`,
  chart: 'Minutes with an alert, by day',
  chartAxis: 'minutes',
  long: runs('rehearsal', 'Rehearse again'),
  checksDone: (share: string) => `${share} of the checks made`,
  shortfall: 'Some of these days couldn’t be read in full: alerts may be missing.',
};

const costOf = (sensitivity: Sensitivity) => evidence.about(EXPECTED_FALSE_ALARMS[sensitivity]);

export const watch = {
  notUnderstood: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep:
      'You can give a channel, a sensitivity (low, normal or high), a time zone, a language (en or es) and whom to notify (@group, @person, @here), in any order.',
  }),
  channelName: (text: string) => ({
    sentence: `I can’t find “${text}”.`,
    nextStep: 'Type # and pick the channel from the list.',
  }),
  twice: (text: string) => ({
    sentence: `“${text}” is one too many.`,
    nextStep: 'Give one channel, one sensitivity, one time zone, one language and one to notify.',
  }),
  noChannel: {
    sentence: 'Which channel should get incident alerts?',
    nextStep: 'Name it after the command.',
  },
  whichOne: {
    sentence: 'Which watch should end?',
    nextStep: 'Give its number or its channel; /sms-check watches lists them all.',
  },
  noSuchNumber: (number: number) => ({
    sentence: `There is no watch number ${number}.`,
    nextStep: 'It may have been removed. /sms-check watches lists them all.',
  }),
  noneHere: {
    sentence: 'That channel gets no incident alerts.',
    nextStep: '/sms-check watches lists the channels that do.',
  },
  sensitivities: { low: 'low', normal: 'normal', high: 'high' } satisfies Record<Sensitivity, string>,
  added: 'Done. The channel below gets an alert when SMS isn’t working as usual.',
  there: 'The channel below already gets alerts.',
  nowSensitivity: (now: string, before: string) => `Sensitivity is now ${now}; it was ${before}.`,
  nowReads: (language: string, zone: string) => `It’s now in ${language}, times in ${zone}.`,
  goesOn: 'It was paused; it’s active again.',
  expect: (alarms: string) => `Expect ${alarms}.`,
  whatHappens: 'Each incident is one message that stays current; its history is in the thread.',
  title: (count: string) => `Channels with incident alerts: ${count}`,
  none: {
    byButton: {
      sentence: 'No channel gets incident alerts yet.',
      nextStep: 'Press the button, or type a command.',
    },
    byCommand: {
      sentence: 'No channel gets incident alerts yet.',
      nextStep: 'Name one in a command.',
    },
  },
  row: (sensitivity: string, language: string, zone: string) =>
    `Sensitivity ${sensitivity}, in ${language}, times in ${zone}`,
  perhapsMissing: (when: string) =>
    `the message of an incident (${when}) may be missing: Slack didn’t confirm it`,
  lastCheck: (when: string, pause: string, reading: string) =>
    `Last check ${when}, next ${pause} later. Reading took ${reading}.`,
  /** `reading` is the duration of the failed reading; `undefined` after a quick failure. */
  lastFailed: (when: string, pause: string, reading: string | undefined) =>
    `Last check ${when}, next ${pause} later. Reading failed${reading === undefined ? '' : ` after ${reading}`}.`,
  isSlow: (pause: string) =>
    `Reading is slow, so there’s a check every ${pause} instead of every 5 min; incidents are noticed that much later.`,
  noneActive: (lastCheck: string | undefined) =>
    `No watch is active, so nothing is checked.${lastCheck === undefined ? '' : ` Last check ${lastCheck}.`}`,
  noCheckYet: 'No check yet; the first comes within a minute.',
  failing: (since: string) => `No check since ${since}: I can’t get figures from the platform right now.`,
  active: 'Active',
  buttons: { add: 'Watch in this channel', elsewhere: 'Watch a channel…' },
  form: {
    title: 'Incident alerts',
    changeTitle: 'Change watch',
    submit: 'Watch',
    sensitivity: 'Sensitivity',
  },
  removing: {
    title: (number: number) => `Remove watch ${number}?`,
    text: 'The channel gets no new alerts. Messages that are there stay current.',
  },
  pausedNotice: {
    sentence: 'SMS Desk paused this watch',
    nextStep: {
      invite: 'Type /invite @SMS Desk in the channel, then press the button.',
      archived: 'Unarchive the channel, then press the button; or watch another one.',
      other: 'Ask your Slack administrator to let SMS Desk post there, then press the button.',
      withdrawn: 'Ask whoever runs SMS Desk to add that channel, then press the button.',
    },
  },
  missing: {
    sentence: (when: string) => `The alert of ${when} may be missing: Slack didn’t confirm it.`,
    nextStep: 'Look in the channel. If it isn’t there, /sms-check shows how things are now.',
  },
  done: {
    paused: {
      before: (number: number) => `Watch ${number}: `,
      after: '. No alerts until someone resumes it.',
    },
    resumed: (number: number) => `Watch ${number} is active again.`,
    changed: (number: number) => `Watch ${number}: changes saved.`,
    removed: (number: number) => `Watch ${number} is removed: no more alerts.`,
    gone: (number: number) => `Watch ${number} is gone: someone removed it.`,
  },
  notify,
  help: {
    title: 'Incident alerts for a channel',
    usage: [
      [
        '/sms-check watch [#channel] [low|normal|high] [zone] [en|es] [notify @group|@person|@here|nobody] [on recovery]',
        'sends a channel an alert for each incident',
      ],
      ['/sms-check watches', 'all of them: change, pause, resume, remove'],
      ['/sms-check unwatch <number or #channel>', 'ends one'],
    ],
    examplesTitle: 'Examples',
    examples: [
      ['/sms-check watch', 'this channel, with normal sensitivity'],
      ['/sms-check watch #on-call high', 'another channel, smaller problems too'],
      ['/sms-check watch #guardia America/Santiago es', 'another time zone and language'],
      [
        '/sms-check watch #on-call notify @on-call on recovery',
        'rings someone’s phone, and posts in the channel when it’s over',
      ],
      ['/sms-check unwatch 2', 'by the number in the list'],
    ],
    notes: [
      'SMS Desk checks every five minutes, but never keeps the platform busy for more than 5% of the time. An incident begins with the second bad check in a row, or with more trouble than chance explains, and closes with the second good one, or a few more where it comes and goes.',
      'Whatever you leave out: this channel, normal, and the time zone and language of the channel’s daily summary, or else those SMS Desk is set up with.',
      'No one is mentioned unless you ask for it. You can choose yourself or a group you’re in; only people in certain groups can choose others.',
      `False alarms, per operator: low ${costOf('low')}, normal ${costOf('normal')}, high ${costOf('high')}. /sms-check rehearse tries all three on past days.`,
      'SMS Desk must be a member of the channel: type /invite @SMS Desk there.',
    ],
  } satisfies Help,
};
