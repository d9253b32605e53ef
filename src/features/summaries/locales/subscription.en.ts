import type { Help } from '../../../i18n/types.ts';

export const subscription = {
  notUnderstood: (text: string) => ({
    sentence: `I did not understand “${text}”.`,
    nextStep:
      'A daily summary takes a channel, a time, a time zone, a language (en or es) and “from” with a sender, in any order.',
  }),
  badTime: (text: string) => ({
    sentence: `“${text}” is not a time of day.`,
    nextStep: 'Write it as 09:00, 9am or 21:30.',
  }),
  badZone: (text: string) => ({
    sentence: `“${text}” is not a time zone I know.`,
    nextStep: 'Write it as continent and city, or UTC.',
  }),
  /** A channel's name as text, from which nobody can tell which channel it is. */
  channelName: (text: string) => ({
    sentence: `Slack did not tell me which channel “${text}” is.`,
    nextStep:
      'Type # and pick the channel from the list that Slack offers, or use /sms-report subscribe alone and pick it in the form.',
  }),
  twice: (text: string) => ({
    sentence: `“${text}” comes on top of another of the same kind.`,
    nextStep: 'Name one channel, one time, one time zone and one language; subscribe once for each channel.',
  }),
  noChannel: {
    sentence: 'Which channel should read the summary?',
    nextStep: 'In a direct message, name the channel after the command.',
  },
  whichOne: {
    sentence: 'Which subscription should end?',
    nextStep: 'Put its number after the command; /sms-report subscriptions lists them.',
  },
  notOne: (text: string) => ({
    sentence: `“${text}” is neither the number of a subscription nor a channel.`,
    nextStep: 'Put one number or one channel after the command; /sms-report subscriptions lists them.',
  }),
  whichName: (text: string) => ({
    sentence: `Slack did not tell me which channel “${text}” is.`,
    nextStep: 'Put the number of its subscription after the command; /sms-report subscriptions lists them.',
  }),
  listAlone: (text: string) => ({
    sentence: `I did not understand “${text}”.`,
    nextStep: '/sms-report subscriptions stands alone and lists them all.',
  }),
  noSender: { sentence: 'From which sender?', nextStep: 'Put its short number or name after “from”.' },
  telephone: {
    sentence: 'That reads as somebody’s telephone number, which a channel must not show as a sender.',
    nextStep:
      'Write a short number of at most six digits, or a name that SMS Desk knows. If a longer number is a sender of yours, ask whoever runs SMS Desk to give it a name.',
  },
  noSuchNumber: (number: number) => ({
    sentence: `There is no subscription number ${number}.`,
    nextStep: 'It may have been removed. /sms-report subscriptions lists those there are.',
  }),
  noneHere: {
    sentence: 'That channel has no daily summary.',
    nextStep: '/sms-report subscriptions lists the channels that have one.',
  },

  /** The channel that figures would go to is none where they may be asked for. */
  channelNotAllowed: {
    sentence: 'Delivery figures may not be shown in that channel, so it gets no daily summary.',
    nextStep:
      'Pick one of the channels set up for SMS Desk, or ask your Slack administrator to have that one added.',
  },

  added: 'Subscribed: this channel reads a summary of the day before, every day.',
  there: {
    sentence: 'This channel already has a daily summary.',
    nextStep: 'It stays as it is. The buttons change, pause or remove it.',
  },
  previewComes: 'A preview with yesterday’s figures is on its way to your direct messages.',
  previewFailed: 'The subscription stands, but there is no preview:',
  previewRefused:
    'The subscription stands. Slack does not let me write to you directly, so here is the preview:',

  title: (count: string) => `Daily summaries: ${count}`,
  none: {
    sentence: 'No channel reads a daily summary yet.',
    nextStep: 'Subscribe one: in the form, or by a command.',
  },
  allSenders: 'all senders',
  everyDay: (time: string, zone: string, language: string) =>
    `Every day at ${time} (${zone}), in ${language}`,
  /** `when` is what `Formatter.moment` makes; `zone`, where it is not the reader's. */
  next: (when: string, zone: string | undefined) =>
    `Next post: ${when}${zone === undefined ? '' : ` (${zone})`}`,
  last: (day: string) => `last summary: of ${day}`,
  noneYet: 'no summary yet',
  timesOf: 'Times are those of each channel’s zone.',

  buttons: { add: 'Subscribe a channel', sendNow: 'Send now', change: 'Change' },
  removing: {
    title: (number: number) => `Remove subscription ${number}?`,
    text: 'The channel gets no more summaries. What was posted stays, and is corrected until it is final.',
  },

  /** To whoever subscribed a channel that is closed, and what opens it again. */
  told: {
    sentence: (why: string) => `This daily summary is paused: ${why}.`,
    nextStep: {
      invite:
        'Once SMS Desk can post there again (type /invite @SMS Desk in the channel), press the button. Missed days are not made up for.',
      archived: 'Once the channel is brought back, press the button. Missed days are not made up for.',
      withdrawn:
        'If it is to go on, ask whoever runs SMS Desk to have that channel added, then press the button. Missed days are not made up for.',
      other:
        'Ask your Slack administrator who may post there. Once SMS Desk can again, press the button. Missed days are not made up for.',
    },
  },

  done: {
    paused: (number: number) => `Subscription ${number} is paused. Nothing is posted until it is resumed.`,
    resumed: (number: number) => `Subscription ${number} is active again. Missed days are not made up for.`,
    sending: (number: number) =>
      `The summary of subscription ${number} is on its way to its channel. Where yesterday’s stands already, it is brought up to date instead.`,
    changed: (number: number) => `Subscription ${number} is changed.`,
    removed: (number: number) => `Subscription ${number} is removed. Its channel gets no more summaries.`,
    /** Somebody was quicker. */
    gone: (number: number) => `Subscription ${number} is no longer there: somebody has removed it.`,
    several: 'That channel has several. Remove the one you mean:',
  },

  form: {
    title: 'Daily summary',
    changeTitle: 'Change summary',
    submit: 'Subscribe',
    changeSubmit: 'Save',
    channel: 'Channel',
    channelHint: 'SMS Desk must be a member of it: type /invite @SMS Desk there.',
    time: 'Time',
    zone: 'Time zone',
    otherZone: 'Or another time zone',
    otherZoneHint: 'As continent and city, such as America/Punta_Arenas.',
    language: 'Language',
    /** Beside the zone of the person who fills in the form. */
    yours: 'yours',
  },

  help: {
    title: 'A summary of the day before, every day in a channel',
    usage: [
      ['/sms-report subscribe', 'a form to fill in'],
      [
        '/sms-report subscribe [#channel] [time] [zone] [en|es] [from <sender>]',
        'subscribes a channel; you get a preview',
      ],
      ['/sms-report subscriptions', 'all of them, to pause, send now, change or remove'],
      ['/sms-report unsubscribe <number or #channel>', 'ends one'],
    ],
    examplesTitle: 'Examples',
    examples: [
      ['/sms-report subscribe 09:00', 'this channel, at nine in your time zone, in your language'],
      ['/sms-report subscribe #operations 8:30 America/Santiago es', 'another channel, zone and language'],
      ['/sms-report subscribe 9am from 56001', 'one sender only; a channel may have one of each'],
      ['/sms-report unsubscribe 3', 'by the number in the list'],
      ['/sms-report subscriptions', 'all there are, with their numbers'],
    ],
    notes: [
      'What you leave out: this channel, 09:00, your time zone, your language, all senders.',
      'The summary is of the day that ended at midnight in that time zone. It is corrected in place, without a new post, as receipts arrive: after one, two and three days.',
      'SMS Desk must be a member of the channel: type /invite @SMS Desk there. Where it is shut out, the summary is paused and whoever set it up is told.',
    ],
  } satisfies Help,
};
