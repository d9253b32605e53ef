import { MOST_FALSE_ALARMS, type Sensitivity } from '../../../domain/detection/findings.ts';
import { findings } from '../../../i18n/locales/findings.en.ts';
import type { Help } from '../../../i18n/types.ts';

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

const costOf = (sensitivity: Sensitivity) => findings.evidence.atMost(MOST_FALSE_ALARMS[sensitivity]);

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
  added: 'Done. The channel below gets an alert when SMS isn’t working as usual.',
  there: 'The channel below already gets alerts.',
  nowSensitivity: (now: string, before: string) => `Sensitivity is now ${now}; it was ${before}.`,
  nowReads: (language: string, zone: string) => `It’s now in ${language}, times in ${zone}.`,
  goesOn: 'It was paused; it’s active again.',
  expect: (alarms: string) => `Expect ${alarms}.`,
  whatHappens: 'Each incident is one message that stays current; its history is in the thread.',
  title: (count: string) => `Channels with incident alerts: ${count}`,
  none: {
    sentence: 'No channel gets incident alerts yet.',
    nextStep: 'Press the button, or type a command.',
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
  pausedNotice: 'SMS Desk paused this watch',
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
