import type { PeriodSpec } from '../../domain/time/period.ts';
import { english } from '../plural.ts';
import { channels } from './channels.en.ts';
import { figures, headlines } from './figures.en.ts';
import { findings } from './findings.en.ts';
import { problems } from './problems.en.ts';

const { many } = english;

/** The keys are the platform’s words for failures, in lower case. */
const failureWords = {
  undeliverable: {
    meaning: 'the operator couldn’t deliver it',
    nextStep: 'Check the number with the customer.',
  },
  undelivered: {
    meaning: 'the operator couldn’t deliver it',
    nextStep: 'Check the number with the customer.',
  },
  rejected: {
    meaning: 'the operator rejected it',
    nextStep: 'Tell the operator team: the sender or the text may be blocked.',
  },
  expired: {
    meaning: 'the phone couldn’t be reached in time',
    nextStep: 'Ask the customer to switch the phone on, then send a new one.',
  },
  deleted: { meaning: 'it was deleted on the way', nextStep: 'Tell whoever is on call.' },
  sent_failed: { meaning: 'the operator reported a failure', nextStep: 'Send a new one.' },
  failed: { meaning: 'no reason was given', nextStep: 'Send a new one.' },
};

/** Texts that several features share; parameters with numbers and times are already formatted. */
export const en = {
  locale: 'en-GB',
  today: 'today',
  yesterday: 'yesterday',
  sinceTime: (time: string) => time,
  sinceDay: (day: string, time: string) => `${day} ${time}`,
  /** Text after “since” in a channel, where Slack shows `moment` in the zone of each reader. */
  sinceMoment: (moment: string) => moment,
  /** Slack’s placeholder for a day. After the zero-width space, Slack does not capitalise “today”. */
  dateFormat: '\u200b{date_short_pretty}',
  asking: 'One moment, I’m asking the SMS platform.',
  working: 'One moment.',
  cut: (characters: number) =>
    `That was long: I read only the first ${characters} characters. If your question comes later, paste it alone.`,
  /** Shown after a while if other requests wait for the platform, too. */
  waiting: (questions: number, since: string) =>
    `The SMS platform has been slow since ${since}; ${many(questions, 'question is', 'questions are')} waiting. Your answer will come here: no need to ask again.`,
  /** Shown after a while if no other request waits for the platform. */
  waitingAlone:
    'The SMS platform is taking long to answer. Your answer will come here: no need to ask again.',
  typeInstead: (command: string) => `For that, type ${command} (not in a thread: commands don’t work there).`,
  reference: (reference: string) => `Reference: ${reference}`,
  questionsTo: (contact: string) => `Questions about SMS Desk? Ask ${contact}.`,
  example: 'For example:',
  didYouMean: (words: string) => `Did you mean “${words}”?`,
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
    noReceipts: 'no receipts',
    nothing: 'The platform has no times for this message.',
    clockOff: (difference: string) => `clock off: ${difference}`,
    inAll: (duration: string) => `${duration} in all`,
  },

  answer: {
    from: (sender: string) => `from ${sender}`,
    messages: (count: number) => many(count, 'message', 'messages'),
    timesIn: (zone: string) => `Times in ${zone}`,
    /** For channels, where all other times are shown in the zone of each reader. */
    fixedTimesIn: (zone: string) => `Times in tables, charts and timelines: ${zone}`,
    asOf: (time: string) => `as of ${time}`,
    since: (time: string) => `since ${time}`,
    /** Like `asOf`, but for a text of `Formatter.since`, which may contain a day. */
    asOfDay: (since: string) => `as of ${since}`,
    refresh: 'Refresh',
    say: 'Say:',
    act: 'Do:',
    quoted: (words: string) => `“${words}”`,
    details: 'Details',
    again: 'Try again',
    done: 'Done.',
    close: 'Close',
  },

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

  reveal: {
    button: 'Show in full',
    title: 'Show in full',
    submit: 'Show',
    reason: 'Reason',
    reasonHint:
      'Who looked, at which number, when and why is recorded. Numbers and codes in the reason are masked.',
    badReason: (shortest: number, longest: number) => `Write ${shortest} to ${longest} characters.`,
    refused: {
      sentence: 'You’re not in a group that can see numbers and texts in full.',
      nextStep: 'Ask your Slack administrator to add you to one.',
    },
    onlyYou: 'Only you see this, and it can’t be shared from here. It’s recorded, with your reason.',
  },

  post: {
    share: 'Share to channel',
    sharedBy: (name: string) => `Shared by ${name}`,
    shared: 'Shared in this channel; the number and texts are masked.',
    answered: 'Answered in the thread.',
    refreshing: 'It’s being refreshed already, and updates in a moment.',
    gone: {
      sentence: 'I can’t change that message any more: it’s gone, or locked.',
      nextStep: 'Ask again, and share the answer.',
    },
    external: {
      sentence: 'This channel is shared with another organisation.',
      nextStep: 'Its people will read what is posted there.',
    },
    externalSince: {
      sentence: 'Another organisation reads this channel now.',
      nextStep: 'Ask again and share it, if they may read it.',
    },
    externalAnyway: 'Post there anyway',
    csv: 'CSV',
    csvSent: 'The CSV is in your DMs with SMS Desk.',
    csvComment: 'The messages you asked for; the number and texts are masked.',
    /** Refusals of posts that `channels.closed` does not explain. */
    refused: {
      messagesTabOff: {
        sentence: 'I can’t send direct messages: the app’s Messages tab is off (App Home → Messages Tab).',
        nextStep: 'Ask whoever runs SMS Desk to turn it on, then press the button again.',
      },
      timeout: {
        sentence: 'Slack didn’t confirm the message.',
        nextStep: 'Check whether it’s there before you press the button again.',
      },
      other: (word: string) => ({
        sentence: `Slack refused it (${word}).`,
        nextStep: 'Try once more. If it happens again, tell whoever runs SMS Desk.',
      }),
    },
  },

  ...problems,
  failureWords,
  /** Next step for a failure that only the setting `FAILURE_WORDS` explains. */
  failureNextStep: 'Check with the customer, then send a new one.',
  channels,
  figures,
  headlines,
  findings,
};
