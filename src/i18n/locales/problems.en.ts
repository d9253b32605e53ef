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
      sentence: 'I couldn’t get an answer from the SMS platform.',
      nextStep:
        'Try again in a few minutes. If it goes on, tell the people on call. This doesn’t say whether messages are arriving.',
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
    redirected: (place) => ({
      sentence: `The SMS platform sent me on to ${place} instead of answering. I did not follow.`,
      nextStep:
        'Tell whoever runs SMS Desk: the platform’s address has changed, or a sign-in page stands in front of it. Trying again will not help until then.',
    }),
  } satisfies Record<FailureCode | 'internal', Advice> & {
    waitFor: (duration: string) => string;
    redirected: (place: string) => Advice;
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk does not answer in this channel.',
      nextStep: 'Whoever runs SMS Desk can add it.',
    },
    /** Channels follow. */
    answersIn: 'It answers in',
    addedBy: (contact: string) => `To have this one added, ask ${contact}.`,
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
    in_future: { sentence: 'That day is still to come.', nextStep: 'Ask for today or earlier.' },
    reversed: { sentence: 'That ends before it begins.', nextStep: 'Put the earlier date first.' },
    no_days: { sentence: 'That is no time at all.', nextStep: 'Ask for at least one day.' },
    too_long: (maxDays: number) => ({
      sentence: `That is more than ${maxDays} days.`,
      nextStep: `Ask for ${maxDays} days at a time.`,
    }),
    no_such_date: (date: string) => ({
      sentence: `There is no such date as ${date}.`,
      nextStep: 'Check the day and the month.',
    }),
    ambiguous_date: (date: string) => ({
      sentence: `Which day is ${date}?`,
      nextStep: 'Pick one, or write the month in letters.',
    }),
  },

  numbers: {
    missing: { sentence: 'Which number?', nextStep: 'Put the telephone number right after the command.' },
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
