import type { FailureCode } from '../../domain/failure.ts';
import type { Advice } from '../types.ts';

/** What is said where something cannot be done, or is not understood. */
export const problems = {
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
  } satisfies Record<FailureCode | 'internal', Advice> & { waitFor: (duration: string) => string },

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

  periodProblems: {
    in_future: {
      sentence: 'That period lies in the future.',
      nextStep: 'Ask for today or for days that have passed.',
    },
    reversed: { sentence: 'That period ends before it begins.', nextStep: 'Put the earlier date first.' },
    no_days: { sentence: 'That period has no days in it.', nextStep: 'Ask for at least one day.' },
    too_long: (maxDays: number) => ({
      sentence: `That period is longer than ${maxDays} days.`,
      nextStep: `Ask for ${maxDays} days at a time.`,
    }),
    no_such_date: (date: string) => ({
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
    invalidReference: (text: string) => ({
      sentence: `“${text}” cannot be the reference or identifier of a message.`,
      nextStep:
        'Write it as one word of at most 200 characters. To ask for a number, put the number first and the date after it.',
    }),
    invalid: (text: string) => ({
      sentence: `“${text}” is not a telephone number I can read.`,
      nextStep:
        'Check that no digit is missing or too many, and write it with its country code or as it is dialled within its country.',
    }),
    missingSender: {
      sentence: 'From which sender?',
      nextStep:
        'Put its short number or name after “from”. A period stands by itself: “yesterday”, “last 3 days”.',
    },
    invalidSender: (text: string, known: readonly string[]) => ({
      sentence: `“${text}” is not a sender I know.`,
      nextStep:
        known.length === 0
          ? 'Write the sender’s short number after “from”.'
          : `Write its short number, or one of: ${known.join(', ')}.`,
    }),
  },
};
