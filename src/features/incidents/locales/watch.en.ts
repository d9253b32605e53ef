import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import type { Help } from '../../../i18n/types.ts';

/** What is said when a channel is to be told of incidents: asking for it, and the list. */
export const watch = {
  notUnderstood: (text: string) => ({
    sentence: `I did not understand “${text}”.`,
    nextStep: 'Watching takes a channel and a sensitivity (low, normal or high), in any order.',
  }),
  channelName: (text: string) => ({
    sentence: `Slack did not tell me which channel “${text}” is.`,
    nextStep: 'Type # and pick the channel from the list that Slack offers.',
  }),
  twice: (text: string) => ({
    sentence: `“${text}” is one too many.`,
    nextStep: 'Name one channel and one sensitivity.',
  }),
  noChannel: {
    sentence: 'Which channel should be told of incidents?',
    nextStep: 'In a direct message, name the channel after the command.',
  },
  whichOne: {
    sentence: 'Which watch should end?',
    nextStep: 'Put its number or its channel after the command; /sms-check watches shows all.',
  },
  noSuchNumber: (number: number) => ({
    sentence: `There is no watch number ${number}.`,
    nextStep: 'It may have been removed already. /sms-check watches shows those there are.',
  }),
  noneHere: {
    sentence: 'That channel is not told of incidents.',
    nextStep: '/sms-check watches shows the channels that are.',
  },
  channelNotAllowed: {
    sentence: 'Delivery figures may not be shown in that channel, so it is not told of incidents.',
    nextStep:
      'Choose one of the channels set up for SMS Desk, or ask your Slack administrator to have that one added.',
  },
  sensitivities: { low: 'low', normal: 'normal', high: 'high' } satisfies Record<Sensitivity, string>,
  /** Of the channel that is named below it. */
  added: 'Watching: the channel below is told when SMS delivery is not as usual.',
  there: 'The channel below is told of incidents already.',
  /** It was another one before. */
  nowSensitivity: (now: string, before: string) => `Its sensitivity is ${now} now; it was ${before}.`,
  goesOn: 'It was paused, and goes on.',
  whatHappens:
    'One incident is one message, brought up to date in place; its history is in its thread. Nobody is mentioned.',
  title: (count: string) => `Channels told of incidents: ${count}`,
  /** `byButton`: the button stands below. */
  none: {
    byButton: {
      sentence: 'No channel is told of incidents yet.',
      nextStep: 'Have one told with the button, or with a command.',
    },
    byCommand: {
      sentence: 'No channel is told of incidents yet.',
      nextStep: 'Have one told with a command that names it.',
    },
  },
  row: (sensitivity: string, language: string, zone: string) =>
    `Sensitivity ${sensitivity}, in ${language}, times in ${zone}`,
  lastCheck: (when: string, pause: string, reading: string) =>
    `Last check ${when}; the next ${pause} after it. Reading the platform took ${reading}.`,
  /** The same where it could not be read; `reading` is left out where that was found out soon. */
  lastFailed: (when: string, pause: string, reading: string | undefined) =>
    `Last check ${when}; the next ${pause} after it. Reading the platform failed${reading === undefined ? '' : ` after ${reading}`}.`,
  /** Reading takes so long that checks are further apart than five minutes. */
  isSlow: (pause: string) =>
    `Reading takes so long that a twentieth of the time is not enough for a check every 5 minutes: there is one every ${pause}, and incidents are noticed that much later.`,
  /** Nothing is looked at while no watch is active. */
  noneActive: (lastCheck: string | undefined) =>
    `Nothing is checked while no watch is active.${lastCheck === undefined ? '' : ` Last check ${lastCheck}.`}`,
  noCheckYet: 'There has been no check yet; the first comes within a minute.',
  /** No check could be made since then. */
  failing: (since: string) =>
    `No check could be made since ${since}: the platform does not let itself be read now.`,
  active: 'Active',
  buttons: { add: 'Watch in this channel' },
  removing: {
    title: (number: number) => `Remove watch ${number}?`,
    text: 'The channel is not told of incidents any more. What was posted stays and is still brought up to date.',
  },
  told: {
    sentence: (why: string) => `This watch is paused: ${why}.`,
    nextStep: {
      open: 'Once SMS Desk can post there again (type /invite @SMS Desk in the channel), press the button.',
      withdrawn:
        'If it is to go on, ask whoever runs SMS Desk to have that channel added, then press the button.',
    },
  },
  done: {
    paused: (number: number) =>
      `Watch ${number} is paused. Its channel is not told of incidents until it is resumed.`,
    resumed: (number: number) => `Watch ${number} is active again.`,
    removed: (number: number) => `Watch ${number} is removed. Its channel is not told of incidents any more.`,
    /** Somebody was quicker. */
    gone: (number: number) => `Watch ${number} is no longer there: somebody has removed it.`,
  },
  help: {
    title: 'A channel that is told when SMS delivery is not as usual',
    usage: [
      ['/sms-check watch [#channel] [low|normal|high]', 'has a channel told of incidents'],
      ['/sms-check watches', 'all of them, to pause, resume or remove'],
      ['/sms-check unwatch <number or #channel>', 'ends one'],
    ],
    examplesTitle: 'Examples',
    examples: [
      ['/sms-check watch', 'this channel, with normal sensitivity'],
      ['/sms-check watch #on-call high', 'another channel, told of smaller troubles too'],
      ['/sms-check unwatch 2', 'by the number in the list'],
    ],
    notes: [
      'SMS Desk reads the platform every five minutes, and never keeps it busy for more than a twentieth of the time. An incident begins with the second bad check in a row and is over with the third good one.',
      'Messages are written in the language and time zone of whoever sets a watch up.',
      'SMS Desk must be a member of the channel: type /invite @SMS Desk there.',
    ],
  } satisfies Help,
};
