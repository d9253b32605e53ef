import { check } from './check/en.ts';
import { many } from './counts-en.ts';
import { incident } from './incident/en.ts';
import { report } from './report/en.ts';
import { status } from './status/en.ts';
import { subscription } from './subscription/en.ts';
import { summary } from './summary/en.ts';
import type { Words } from './words.ts';

export const en: Words = {
  locale: 'en-GB',
  today: 'today',
  yesterday: 'yesterday',
  sinceTime: (time) => time,
  sinceDay: (day, time) => `${day} ${time}`,
  asking: 'Asking the platform. This takes a little longer than usual.',
  working: 'One moment. This takes a little longer than usual.',
  reference: (reference) => `Reference: ${reference}`,
  example: 'For example:',

  failures: {
    wrong_credentials: {
      sentence: 'The messaging platform does not accept the account that SMS Desk uses.',
      nextStep:
        'Ask whoever runs SMS Desk to check its credentials for the platform; the reference says which. Trying again will not help until then.',
    },
    not_allowed: {
      sentence: 'The messaging platform does not let the account of SMS Desk read this.',
      nextStep:
        'Ask whoever runs SMS Desk to check what the account may do; the reference says where it was refused.',
    },
    not_found: {
      sentence:
        'The messaging platform says that it has nothing at all to report here. That is not the same as “no messages”.',
      nextStep:
        'Try a period in which there was traffic. If this goes on, ask whoever runs SMS Desk to check the platform’s address.',
    },
    rate_limited: {
      sentence: 'The messaging platform is being asked too often.',
      nextStep: 'Wait a minute, then try again.',
    },
    timed_out: {
      sentence: 'The messaging platform did not answer in time.',
      nextStep: 'Try again in a minute; fewer days are answered faster.',
    },
    unavailable: {
      sentence: 'The messaging platform cannot be reached, or has an error of its own.',
      nextStep:
        'Try again in a few minutes. If it goes on, tell the people on call. Whether messages are delivered cannot be told from this.',
    },
    invalid_answer: {
      sentence: 'The messaging platform answered in a way that SMS Desk cannot read.',
      nextStep: 'Try again once. If it happens again, pass the reference to whoever runs SMS Desk.',
    },
    invalid_filter: {
      sentence: 'The platform can only search for numbers made of 3 to 15 digits.',
      nextStep: 'Check the number and the sender.',
    },
    refused: {
      sentence: 'The messaging platform refused the question as it was put.',
      nextStep: 'Check what you asked for. If it is right, pass the reference to whoever runs SMS Desk.',
    },
    busy: {
      sentence: 'Too many people are asking at this moment; your question was not sent.',
      nextStep: 'Try again in half a minute.',
    },
    internal: {
      sentence: 'Something went wrong inside SMS Desk.',
      nextStep: 'Try again. If it happens again, pass the reference to whoever runs SMS Desk.',
    },
    waitFor: (duration) => `Wait ${duration}, then try again.`,
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk does not answer in this channel.',
      nextStep:
        'Use it in one of the channels set up for it, or ask your Slack administrator to have this one added.',
    },
    person: {
      sentence: 'You are not in a group that may use SMS Desk.',
      nextStep: 'Ask your Slack administrator to add you to one.',
    },
    stranger: {
      sentence: 'SMS Desk answers members of its own organisation only.',
      nextStep: 'Ask your contact in this workspace to look it up for you.',
    },
    unverified: {
      sentence:
        'Slack did not tell me in time whether you may use SMS Desk, so I have not looked anything up.',
      nextStep: 'Try again in a minute.',
    },
    formFailed: {
      sentence: 'Slack did not open the form.',
      nextStep: 'Type the command once more, or put the number right after it.',
    },
    staleForm: {
      sentence: 'This form can no longer be read.',
      nextStep: 'Close it and type the command again.',
    },
    formTooLate: {
      sentence: 'Slack’s time for opening the form ran out before I could.',
      nextStep: 'Type the command once more, or put the number right after it.',
    },
    staleButton: {
      sentence: 'This button can no longer be read.',
      nextStep: 'Type the command again for a fresh answer.',
    },
  },

  period: (spec) => {
    switch (spec.kind) {
      case 'today':
        return 'today';
      case 'yesterday':
        return 'yesterday';
      case 'last_days':
        return spec.days === 1 ? 'last day' : `last ${spec.days} days`;
      default:
        return '';
    }
  },
  periodProblems: {
    in_future: {
      sentence: 'That period lies in the future.',
      nextStep: 'Ask for today or for days that have passed.',
    },
    reversed: { sentence: 'That period ends before it begins.', nextStep: 'Put the earlier date first.' },
    no_days: { sentence: 'That period has no days in it.', nextStep: 'Ask for at least one day.' },
    too_long: (maxDays) => ({
      sentence: `That period is longer than ${maxDays} days.`,
      nextStep: `Ask for ${maxDays} days at a time.`,
    }),
    no_such_date: (date) => ({
      sentence: `There is no such date as ${date}.`,
      nextStep: 'Write dates as year-month-day.',
    }),
  },

  numbers: {
    missing: { sentence: 'Which number?', nextStep: 'Put the telephone number right after the command.' },
    missingReference: {
      sentence: 'Which message?',
      nextStep: 'After a date, put the transaction reference of the message.',
    },
    missingId: { sentence: 'Which message?', nextStep: 'Put the identifier of the SMS after “id”.' },
    invalidReference: (text) => ({
      sentence: `“${text}” cannot be the reference or identifier of a message.`,
      nextStep:
        'Write it as one word of at most 200 characters. To ask for a number, put the number first and the date after it.',
    }),
    invalid: (text) => ({
      sentence: `“${text}” is not a telephone number I can read.`,
      nextStep:
        'Check that no digit is missing or too many, and write it with its country code or as it is dialled within its country.',
    }),
    missingSender: {
      sentence: 'From which sender?',
      nextStep:
        'Put its short number or name after “from”. A period stands by itself: “yesterday”, “last 3 days”.',
    },
    invalidSender: (text, known) => ({
      sentence: `“${text}” is not a sender I know.`,
      nextStep:
        known.length === 0
          ? 'Write the sender’s short number after “from”.'
          : `Write its short number, or one of: ${known.join(', ')}.`,
    }),
  },

  outcomes: {
    delivered: 'Delivered',
    failed: 'Failed',
    waiting: 'Waiting',
    no_receipt: 'No receipt',
    unconfirmed: 'Receipt without status',
    other: 'Other status',
    unknown: 'Nothing known',
  },
  unknownRoute: 'unknown route',
  theOperator: 'the operator',
  platformSaysNothing: 'the platform gives no status',

  timeline: {
    platform: 'Platform',
    operator: 'Operator',
    handset: 'Handset',
    failed: 'Failed',
    noTime: 'time not recorded',
    notRecorded: 'not recorded',
    noHandOver: 'no hand-over recorded',
    noReceiptYet: 'no receipt yet',
    noReceipt: 'no receipt',
    nothing: 'The platform received no times for this message.',
    clockOff: (difference) => `clock off: ${difference}`,
    forHowLong: (duration) => `for ${duration}`,
    inAll: (duration) => `${duration} in all`,
  },

  answer: {
    from: (sender) => `from ${sender}`,
    messages: (count) => many(count, 'message', 'messages'),
    timesIn: (zone) => `Times in ${zone}`,
    asOf: (time) => `as of ${time}`,
    refresh: 'Refresh',
  },

  fields: {
    number: 'Number',
    numberHint: 'With its country code, or as it is dialled within its country.',
    period: 'Period',
    days: 'Or other days',
    daysHint: (maxDays) => `One day or two: 2026-11-18, or 2026-11-15..2026-11-18. At most ${maxDays} days.`,
    daysInvalid: 'Write 2026-11-18, or 2026-11-15..2026-11-18.',
    sender: 'Sender',
    senderHint: 'A short number. Leave it empty for all senders.',
    required: 'Please fill this in.',
    close: 'Cancel',
  },

  post: {
    share: 'Share to channel',
    sharedBy: (name, when) => `Shared by ${name}, ${when}`,
    shared: 'Shared in this channel, with number and texts masked.',
    csv: 'CSV',
    csvSent: 'The CSV is in your direct messages with SMS Desk.',
    csvComment: 'The messages you asked for, with number and texts masked. Times are in UTC.',
    refused: {
      notMember: {
        sentence: 'SMS Desk is not a member of this channel, so it cannot post here.',
        nextStep: 'Add it to the channel (type /invite @SMS Desk), then press the button again.',
      },
      archived: {
        sentence: 'This channel is archived.',
        nextStep: 'Ask in another channel, and share it there.',
      },
      notAllowed: {
        sentence: 'Slack does not let SMS Desk do that here.',
        nextStep: 'Ask your Slack administrator who may post here and what the app may do.',
      },
      timeout: {
        sentence: 'Slack did not say whether it took the message.',
        nextStep: 'Look whether it is there before you press the button again.',
      },
      busy: { sentence: 'Slack asks for a pause.', nextStep: 'Press the button again in a minute.' },
      other: (word) => ({
        sentence: `Slack did not take it (${word}).`,
        nextStep: 'Try once more. If it happens again, tell whoever runs SMS Desk.',
      }),
    },
  },

  ...status,
  report,
  subscription,
  summary,
  check,
  incident,
};
