import { EXPECTED_FALSE_ALARMS, type Sensitivity } from '../../../domain/incidents/findings.ts';
import type { Help } from '../../../i18n/types.ts';
import { evidence } from './evidence.en.ts';
import { notify } from './notify.en.ts';

const costOf = (sensitivity: Sensitivity) => evidence.about(EXPECTED_FALSE_ALARMS[sensitivity]);

/** What is said when a channel is to be told of incidents: asking for it, and the list. */
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
    nextStep: 'Perhaps it’s been removed. /sms-check watches lists them all.',
  }),
  noneHere: {
    sentence: 'That channel gets no incident alerts.',
    nextStep: '/sms-check watches lists the channels that do.',
  },
  sensitivities: { low: 'low', normal: 'normal', high: 'high' } satisfies Record<Sensitivity, string>,
  /** Of the channel that is named below it. */
  added: 'Done. The channel below gets an alert when SMS isn’t working as usual.',
  there: 'The channel below already gets alerts.',
  /** It was another one before. */
  nowSensitivity: (now: string, before: string) => `Sensitivity is now ${now}; it was ${before}.`,
  nowReads: (language: string, zone: string) => `It’s now in ${language}, times in ${zone}.`,
  goesOn: 'It was paused; it’s active again.',
  /** `alarms` is how many false ones come with its sensitivity. */
  expect: (alarms: string) => `Expect ${alarms}.`,
  whatHappens: 'Each incident is one message that stays current; its history is in the thread.',
  title: (count: string) => `Channels with incident alerts: ${count}`,
  /** `byButton`: the button stands below. */
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
  /** Of its message in that channel. */
  perhapsMissing: (when: string) =>
    `the message of an incident (${when}) may be missing: Slack didn’t confirm it`,
  lastCheck: (when: string, pause: string, reading: string) =>
    `Last check ${when}, next after ${pause}. Reading took ${reading}.`,
  /** The same where it could not be read; `reading` is left out where that was found out soon. */
  lastFailed: (when: string, pause: string, reading: string | undefined) =>
    `Last check ${when}, next after ${pause}. Reading failed${reading === undefined ? '' : ` after ${reading}`}.`,
  /** Reading takes so long that checks are further apart than five minutes. */
  isSlow: (pause: string) =>
    `Reading is slow, so there’s a check every ${pause} instead of every 5 min; incidents are noticed that much later.`,
  /** Nothing is looked at while no watch is active. */
  noneActive: (lastCheck: string | undefined) =>
    `No watch is active, so nothing is checked.${lastCheck === undefined ? '' : ` Last check ${lastCheck}.`}`,
  noCheckYet: 'No check yet; the first comes within a minute.',
  /** No check could be made since then. */
  failing: (since: string) => `No check since ${since}: the platform can’t be read right now.`,
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
  told: {
    /** Why follows. */
    sentence: 'SMS Desk paused this watch',
    nextStep: {
      invite: 'Type /invite @SMS Desk in the channel, then press the button.',
      archived: 'Have the channel unarchived, then press the button; or watch another one.',
      other: 'Ask your Slack administrator to let SMS Desk post there, then press the button.',
      withdrawn: 'Ask whoever runs SMS Desk to add that channel, then press the button.',
    },
  },
  /** Told to whoever set up the watch. */
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
    /** Somebody was quicker. */
    gone: (number: number) => `Watch ${number} is gone: somebody removed it.`,
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
        'rings somebody, and says in the channel when it’s over',
      ],
      ['/sms-check unwatch 2', 'by the number in the list'],
    ],
    notes: [
      'SMS Desk checks every five minutes, but never keeps the platform busy for more than a twentieth of the time. An incident begins with the second bad check in a row, or with more trouble than chance explains, and closes with the second good one, or a few more where it comes and goes.',
      'Whatever you leave out: this channel, normal, and the time zone and language of the channel’s daily summary, or else those SMS Desk is set up with.',
      'Nobody is mentioned unless you ask for it. You can have yourself mentioned, or a group you’re in; others need a group that may have anybody mentioned.',
      `False alarms, per operator: low ${costOf('low')}, normal ${costOf('normal')}, high ${costOf('high')}. /sms-check rehearse tries all three on past days.`,
      'SMS Desk must be a member of the channel: type /invite @SMS Desk there.',
    ],
  } satisfies Help,
};
