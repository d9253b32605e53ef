import type { PeriodSpec } from '../../domain/time/period.ts';
import { english } from '../plural.ts';
import { channels } from './channels.en.ts';
import { failureWords } from './failure-words.en.ts';
import { figures } from './figures.en.ts';
import { problems } from './problems.en.ts';

const { many } = english;

/**
 * What the kit says, and what more than one feature says. Names, numbers and times come in ready to print; a `when` is
 * what `Formatter.moment` makes (`today 10:32`), a `duration` what `Formatter.duration` makes.
 */
export const en = {
  locale: 'en-GB',
  today: 'today',
  yesterday: 'yesterday',
  /** What follows “since”: a time of today, or a day and a time. */
  sinceTime: (time: string) => time,
  sinceDay: (day: string, time: string) => `${day} ${time}`,
  /** Said before an answer that takes a while: of the platform, and of what the bot itself keeps. */
  asking: 'One moment, I’m asking the SMS platform.',
  working: 'One moment.',
  reference: (reference: string) => `Reference: ${reference}`,
  example: 'For example:',
  didYouMean: (words: string) => `Did you mean “${words}”?`,
  /** Buttons under what was not understood. */
  suggestions: { leaveOut: 'Leave it out', form: 'Form', list: 'Show all', help: 'Help' },

  period: (spec: PeriodSpec) => {
    switch (spec.kind) {
      case 'today':
        return 'today';
      case 'yesterday':
        return 'yesterday';
      case 'last_days':
        return spec.days === 1 ? 'last day' : `last ${spec.days} days`;
      case 'last_minutes':
        if (spec.minutes === 60) return 'last hour';
        return spec.minutes % 60 === 0
          ? `last ${many(spec.minutes / 60, 'hour', 'hours')}`
          : `last ${many(spec.minutes, 'minute', 'minutes')}`;
      default:
        return '';
    }
  },

  unknownRoute: 'unknown route',

  timeline: {
    platform: 'Platform',
    operator: 'Operator',
    handset: 'Handset',
    failed: 'Failed',
    noTime: 'no time recorded',
    notRecorded: 'not recorded',
    noHandOver: 'not handed over',
    noReceiptYet: 'no receipt yet',
    noReceipt: 'no receipt',
    /** Of an operator that sends none. */
    noReceipts: 'no receipts',
    nothing: 'The platform has no times for this message.',
    clockOff: (difference: string) => `clock off: ${difference}`,
    inAll: (duration: string) => `${duration} in all`,
  },

  /** What answers of several commands say. */
  answer: {
    from: (sender: string) => `from ${sender}`,
    messages: (count: number) => many(count, 'message', 'messages'),
    timesIn: (zone: string) => `Times in ${zone}`,
    asOf: (time: string) => `as of ${time}`,
    since: (time: string) => `since ${time}`,
    /** The same with what `Formatter.since` makes. */
    asOfDay: (since: string) => `as of ${since}`,
    refresh: 'Refresh',
    say: 'Say:',
    act: 'Do:',
    quoted: (words: string) => `“${words}”`,
    details: 'Details',
    again: 'Try again',
  },

  /** What forms of several commands ask for. */
  fields: {
    number: 'Number',
    numberHint: 'With its country code, or as it’s dialled in its country.',
    period: 'Period',
    days: 'Or in your own words',
    daysHint: (maxDays: number) => `18/11, 3 to 5 Nov, last week, since Monday. At most ${maxDays} days.`,
    hoursHint: (maxDays: number) => `18/11, 3 to 5 Nov, last week, yesterday 9–12. At most ${maxDays} days.`,
    daysInvalid: 'Write it as 18/11, 3 to 5 Nov or last week.',
    daysTwice: 'Use these words or the days below, not both.',
    wholeDays: 'Reports cover whole days: leave the hours out.',
    firstDay: 'Or from',
    lastDay: 'To',
    sender: 'Sender',
    senderHint: 'A short number. Leave it empty for all senders.',
    isSender: 'That’s a sender’s number: it goes under “Sender”.',
    required: 'Please fill this in.',
    close: 'Cancel',
  },

  /** What lasts: sharing and files. */
  post: {
    share: 'Share to channel',
    sharedByName: (name: string) => `Shared by ${name}`,
    sharedBy: (name: string, when: string) => `Shared by ${name}, ${when}`,
    shared: 'Shared in this channel; the number and texts are masked.',
    external: {
      sentence: 'This channel is shared with another organisation.',
      nextStep: 'Its people will read what is posted there.',
    },
    externalAnyway: 'Post there anyway',
    csv: 'CSV',
    csvSent: 'The CSV is in your DMs with SMS Desk.',
    csvComment: 'The messages you asked for; the number and texts are masked. Times are in UTC.',
    refused: {
      notMember: {
        sentence: 'SMS Desk isn’t in this channel, so it can’t post here.',
        nextStep: 'Type /invite @SMS Desk here, then press the button again.',
      },
      archived: {
        sentence: 'This channel is archived.',
        nextStep: 'Ask in another channel and share it there.',
      },
      notAllowed: {
        sentence: 'Slack won’t let SMS Desk do that here.',
        nextStep: 'Ask your Slack administrator what SMS Desk may do here.',
      },
      messagesTabOff: {
        sentence: 'I can’t send direct messages: the app’s Messages tab is off (App Home → Messages Tab).',
        nextStep: 'Ask whoever runs SMS Desk to turn it on, then press the button again.',
      },
      timeout: {
        sentence: 'Slack didn’t say whether it took the message.',
        nextStep: 'Check whether it’s there before you press the button again.',
      },
      busy: {
        sentence: 'Slack is busy and asked me to wait.',
        nextStep: 'Press the button again in a minute.',
      },
      other: (word: string) => ({
        sentence: `Slack didn’t take it (${word}).`,
        nextStep: 'Try once more. If it happens again, tell whoever runs SMS Desk.',
      }),
    },
  },

  ...problems,
  failureWords,
  /** About a failure that only the deployment's own words explain. */
  failureNextStep: 'Check with the customer, then send a new one.',
  channels,
  figures,
};
