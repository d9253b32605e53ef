import type { LegName } from '../../../domain/figures/figures.ts';
import { figures } from '../../../i18n/locales/figures.en.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';

const { at, counted, many } = english;

interface BothRates {
  readonly rate: string;
  readonly ofFinal: string;
}

const summary = {
  headline: (weekday: string, day: string, zone: string, subject: string | undefined) =>
    `SMS on ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  act: (operator: string | undefined) =>
    `See how it is now: /sms-check${operator === undefined ? '' : ` ${operator}`}`,

  attention: {
    empty: (weekday: string, usual: string | undefined) =>
      usual === undefined
        ? 'The platform says there were no messages.'
        : `No messages, usually ${usual} on a ${weekday}.`,
    few: (count: number, usual: string | undefined) =>
      `Only ${many(count, 'message', 'messages')}: too few for a rate${usual === undefined ? '' : `; usually ${usual}`}.`,
    rate: (operator: string | undefined, usual: string, rate: string, points: string) =>
      `${operator === undefined ? '' : `${operator}: `}${rate} delivered, usually ${usual} (${points}).`,
    mostly: (operator: string, rate: string, usual: string) =>
      `Mostly ${operator}: ${rate}, usually ${usual}.`,
    reconstructed: 'The usual rate is an estimate.',
    waiting: (operator: string | undefined, now: BothRates, usual: BothRates) =>
      `Receipts may be late${at(operator)}: ${now.rate} delivered so far, usually ${usual.rate} (estimate). Of those with a final receipt ${now.ofFinal}, usually ${usual.ofFinal}.`,
    latency: (operator: string | undefined, leg: LegName, usual: string, duration: string) =>
      `${figures.legs[leg]}${at(operator)} is slow: 90% within ${duration}, usually ${usual}.`,
    volume: (operator: string | undefined, usual: string, count: string, change: string | undefined) =>
      `Traffic${at(operator)}: ${count} messages, usually ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator: string | undefined, word: string, usual: string, share: string) =>
      `“${word}”${at(operator)}: ${share} of the messages, usually ${usual}.`,
    mostFailures: (word: string, share: string) => `Most failures are “${word}”: ${share} of all messages.`,
    nothing: (rate: string, weekday: string, hasIncidents: boolean) =>
      `${rate} delivered, ${hasIncidents ? 'usual for a' : 'a normal'} ${weekday}.`,
    nothingKnown: (rate: string, weekday: string) =>
      `${rate} delivered. No earlier ${weekday} to compare with.`,
  },

  /** Parts of an incident’s line, after its name and its times. */
  incidents: {
    over: 'over',
    unseen: 'its end wasn’t seen',
    open: (asOf: string) => `still open (${asOf})`,
    resolvedBy: (name: string) => `resolved by ${name}`,
    orLonger: (times: string) => `${times} or longer`,
    /** An incident that came back is one incident. */
    often: (count: number) => `bad ${counted(count)} times`,
    more: (count: number) => `and ${counted(count)} more`,
  },

  corrected: (firstRate: string, rate: string, isFinal: boolean) =>
    `Delivered: was ${firstRate} at first, now ${rate}${isFinal ? ', final' : ''}.`,
  confirmed: 'Checked again: same delivery rate.',

  figures: {
    soFar: 'so far',
    reconstructed: 'estimate',
    usual: (value: string, change: string | undefined) =>
      `usually ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  /** Name of a line in a chart, at most 20 characters. */
  usual: 'usual',

  notes: {
    comparedWith: (weekday: string, count: number) =>
      count === 1 ? `Usual: one earlier ${weekday}` : `Usual: ${counted(count)} earlier ${weekday}s`,
    late: (dueAt: string) => `Late: due ${dueAt}`,
    hours: (count: number) => `The clocks changed: ${count} hours`,
    perhapsMissing: (day: string) => `The summary of ${day} may be missing here: Slack didn’t confirm it.`,
    preview: 'A preview, only for you',
  },

  unreadable: {
    sentence: 'No figures yet: I couldn’t get them from the SMS platform.',
    nextStep: 'That doesn’t mean “no messages”. I’ll fill this in as soon as I can.',
  },

  details: {
    none: 'There were no messages, so there’s nothing more to show.',
    weeks: {
      caption: (weekday: string) => `Each ${weekday}, after the same time`,
      day: 'Day',
      messages: 'Messages',
      delivered: 'Delivered',
      figures: 'Figures',
      thisDay: 'this day',
      observed: 'as read then',
      reconstructed: 'estimated',
      empty: 'no messages: left out',
      short: 'incomplete: left out',
      unreadable: 'couldn’t be read',
    },
    sameAge:
      'Receipts keep coming for days, so each earlier day is shown as it looked this long after it ended.',
    optimistic:
      'Days that weren’t read then are estimated from the times of their receipts, so they look a little better than they did.',
  },
};

const notSent = 'Missed days aren’t sent.';

const subscription = {
  notUnderstood: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep:
      'You can give a channel, a time, a time zone, a language (en or es) and “from” with a sender, in any order.',
  }),
  time: (text: string) => ({
    sentence: `“${text}” isn’t a time of day.`,
    nextStep: 'Write it as 09:00, 9am or 21:30.',
  }),
  channel_name: (text: string) => ({
    sentence: `I can’t find “${text}”.`,
    nextStep: 'Pick it from the list after typing #, or send /sms-report subscribe alone and use the form.',
  }),
  twice: (text: string) => ({
    sentence: `“${text}” is one too many.`,
    nextStep: 'Give one channel, one time, one time zone and one language. Subscribe each channel by itself.',
  }),
  no_channel: {
    sentence: 'Which channel gets the summary?',
    nextStep: 'In a direct message, put the channel after the command.',
  },
  which_one: {
    sentence: 'Which subscription do you want to end?',
    nextStep: 'Put its number after the command. /sms-report subscriptions lists them.',
  },
  which: (text: string) => ({
    sentence: `“${text}” is neither a subscription’s number nor a channel from Slack’s list.`,
    nextStep: 'Put one number or one channel after the command. /sms-report subscriptions lists them.',
  }),
  list: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep: 'Send /sms-report subscriptions by itself: it lists them all.',
  }),
  telephone: {
    sentence: 'That looks like someone’s phone number. A channel can’t show it as a sender.',
    nextStep:
      'Use a short number of up to six digits, or a sender’s name. For a longer sender of yours, ask whoever runs SMS Desk to give it a name.',
  },
  noSuchNumber: (number: number) => ({
    sentence: `There’s no subscription ${number}.`,
    nextStep: 'It may have been removed. /sms-report subscriptions lists what’s left.',
  }),
  noneHere: {
    sentence: 'That channel doesn’t get a daily summary.',
    nextStep: '/sms-report subscriptions lists the channels that do.',
  },

  added: {
    before: 'Done. ',
    after: (time: string, zone: string | undefined) =>
      ` gets yesterday’s summary every day at ${time}${zone === undefined ? '' : ` (${zone})`}.`,
  },
  there: {
    sentence: 'This channel already gets a daily summary.',
    nextStep: 'Nothing was changed. Use the buttons to change, pause or remove it.',
  },
  previewComes: 'A preview is on its way in your direct messages.',
  previewFailed: 'You’re subscribed, but I couldn’t make the preview:',

  title: (count: string) => `Daily summaries: ${count}`,
  none: {
    sentence: 'No channel gets a daily summary yet.',
    nextStep: 'Subscribe one with the button or a command.',
  },
  allSenders: 'all senders',
  everyDay: (time: string, zone: string | undefined, language: string) =>
    `Every day at ${time}${zone === undefined ? '' : ` (${zone})`}, in ${language}`,
  next: (when: string) => `Next: ${when}`,
  last: (day: string) => `last one: ${day}`,
  noneYet: 'none sent yet',
  perhapsMissing: (day: string) => `${day} may be missing: Slack didn’t confirm it`,
  timesOf: 'Sending times are in each channel’s time zone.',

  buttons: { add: 'Subscribe a channel', sendNow: 'Send now' },
  removing: {
    title: (number: number) => `Remove subscription ${number}?`,
    text: 'The channel gets no more summaries. Those already posted stay, and late receipts still update them.',
  },

  pausedNotice: 'SMS Desk paused this daily summary',

  done: {
    paused: {
      before: (number: number) => `Subscription ${number}: `,
      after: '. Nothing is sent until someone resumes it.',
    },
    resumed: (number: number) => `Subscription ${number} is on again. ${notSent}`,
    sending: (number: number) =>
      `Subscription ${number}: yesterday’s summary is on its way. If it’s already there, it’s updated in place.`,
    changed: (number: number) => `Subscription ${number}: changes saved.`,
    removed: (number: number) => `Subscription ${number} is removed. That channel gets no more summaries.`,
    gone: (number: number) => `Subscription ${number} is gone: someone removed it.`,
    several: 'That channel has more than one. Remove the one you mean:',
  },

  form: {
    title: 'Daily summary',
    changeTitle: 'Change summary',
    submit: 'Subscribe',
    time: 'Time',
  },

  help: {
    title: 'Yesterday’s summary, every day in a channel',
    usage: [
      ['/sms-report subscribe', 'a form to fill in'],
      [
        '/sms-report subscribe [#channel] [time] [zone] [en|es] [from <sender>]',
        'subscribes a channel and sends you a preview',
      ],
      ['/sms-report subscriptions', 'all of them: send now, pause, change, remove'],
      ['/sms-report unsubscribe <number or #channel>', 'ends one'],
    ],
    examplesTitle: 'Examples',
    examples: [
      ['/sms-report subscribe 09:00', 'this channel, at nine'],
      ['/sms-report subscribe #operations 8:30 America/Santiago es', 'another channel, zone and language'],
      ['/sms-report subscribe 9am from 56001', 'one sender only; a channel can have one for each'],
      ['/sms-report unsubscribe 3', 'by its number in the list'],
      ['/sms-report subscriptions', 'the list, with their numbers'],
    ],
    notes: [
      'Whatever you leave out: this channel, 09:00, all senders, and the time zone and language of the channel’s other summaries or incident alerts, or else those SMS Desk is set up with.',
      'It covers the day that ended at midnight in that time zone. After one, two and three days it’s updated in place with late receipts; nothing new is posted.',
      'SMS Desk has to be in the channel: type /invite @SMS Desk there. If it can’t post any more, the summary is paused and whoever set it up gets a DM.',
    ],
  } satisfies Help,
};

export const en = { subscription, summary };
