import type { FailureCode, OpenCircuit } from '../../domain/failure.ts';
import type { WrongLength } from '../../domain/messages/msisdn.ts';
import type { Advice } from '../types.ts';

const digitCount = (count: number) => (count === 1 ? 'One digit' : `${count} digits`);

export const problems = {
  failures: {
    wrong_credentials: {
      sentence: 'The SMS platform doesn’t accept SMS Desk’s account.',
      nextStep:
        'Give the reference to whoever runs SMS Desk: its credentials need a check. Until then, trying again won’t help.',
    },
    not_allowed: {
      sentence: 'The SMS platform doesn’t let SMS Desk’s account read this.',
      nextStep: 'Give the reference to whoever runs SMS Desk: the account needs more permissions.',
    },
    not_found: {
      sentence: 'The SMS platform says there’s nothing to report here. That isn’t the same as “no messages”.',
      nextStep:
        'Try days with traffic. If it keeps happening, ask whoever runs SMS Desk to check the platform’s address.',
    },
    rate_limited: {
      sentence: 'The SMS platform is busy and asked me to wait.',
      nextStep: 'Try again in a minute.',
    },
    timed_out: {
      sentence: 'The SMS platform didn’t answer in time.',
      nextStep: 'Try again in a minute; fewer days are faster.',
    },
    unavailable: {
      sentence: 'I couldn’t get an answer from the SMS platform.',
      nextStep:
        'Try again in a few minutes. If it keeps happening, tell whoever is on call. This doesn’t say whether messages are arriving.',
    },
    invalid_answer: {
      sentence: 'I can’t read the SMS platform’s answer.',
      nextStep: 'Try once more. If it happens again, give the reference to whoever runs SMS Desk.',
    },
    invalid_filter: {
      sentence: 'The SMS platform only finds numbers of 3 to 15 digits.',
      nextStep: 'Check the number and the sender.',
    },
    refused: {
      sentence: 'The SMS platform refused this request.',
      nextStep: 'Check what you asked for. If it’s right, give the reference to whoever runs SMS Desk.',
    },
    busy: {
      sentence: 'Too many people are asking right now, so your question wasn’t sent.',
      nextStep: 'Try again in a few minutes.',
    },
    internal: {
      sentence: 'Something went wrong in SMS Desk.',
      nextStep: 'Try again. If it happens again, give the reference to whoever runs SMS Desk.',
    },
    database: {
      sentence: 'I can’t reach SMS Desk’s database right now. Nothing is lost.',
      nextStep:
        'Try again in a few minutes. If it keeps happening, give the reference to whoever runs SMS Desk. Look-ups still work.',
    },
    restarting: {
      sentence: 'SMS Desk is restarting, so this answer was cut off.',
      nextStep: 'Ask again in a minute.',
    },
    waitFor: (duration) => `Try again in ${duration}.`,
    openCircuit: {
      platform: (since, every) => ({
        sentence: `The SMS platform hasn’t answered since ${since}.`,
        nextStep: `Nothing is lost: every ${every} I try it with one question, so ask again in a minute. If it keeps happening, tell whoever is on call. This doesn’t say whether messages are arriving.`,
      }),
      oauth: (since, every) => ({
        sentence: `Look-ups by identifier have had no answer since ${since}.`,
        nextStep: `Look up the number instead, or ask again in a minute: every ${every} I try it with one question.`,
      }),
    },
    redirected: (place) => ({
      sentence: `The SMS platform redirected me to ${place} instead of answering. I didn’t follow.`,
      nextStep:
        'Tell whoever runs SMS Desk: the platform’s address has changed, or there’s a sign-in page in front of it. Until then, trying again won’t help.',
    }),
  } satisfies Record<FailureCode | 'internal' | 'database' | 'restarting', Advice> & {
    waitFor: (duration: string) => string;
    openCircuit: Record<OpenCircuit['host'], (since: string, every: string) => Advice>;
    redirected: (place: string) => Advice;
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk doesn’t answer in this channel.',
      nextStep: 'Whoever runs SMS Desk can add it.',
    },
    namedChannel: {
      sentence: 'Delivery figures can’t be shown in that channel.',
      nextStep: 'Whoever runs SMS Desk can add it.',
    },
    answersIn: 'It answers in',
    addedBy: (contact: string) => `To add that channel, ask ${contact}.`,
    person: {
      sentence: 'You’re not in a group that can use SMS Desk.',
      nextStep: 'Ask your Slack administrator to add you to one.',
    },
    groupBy: (contact: string) => `To be added to one, ask ${contact}.`,
    guest: {
      sentence: 'Guests of this workspace can’t use SMS Desk.',
      nextStep: 'Ask your contact here to look it up for you.',
    },
    stranger: {
      sentence: 'SMS Desk only answers people from its own organisation.',
      nextStep: 'Ask your contact in this workspace to look it up for you.',
    },
    usage: {
      person: 'You’ve asked a lot in a short time, so I didn’t look this one up.',
      workspace: 'SMS Desk is getting more questions than it can take, so I didn’t look this one up.',
    },
    unverified: {
      sentence: 'Slack didn’t confirm in time that you can use SMS Desk, so I haven’t looked anything up.',
      nextStep: 'Try again in a minute.',
    },
    formFailed: {
      sentence: 'Slack didn’t open the form.',
      nextStep: 'Type the command once more, or put the number right after it.',
    },
    staleForm: {
      sentence: 'This form no longer works.',
      nextStep: 'Close it and type the command again.',
    },
    staleButton: {
      sentence: 'This button no longer works.',
      nextStep: 'Type the command again.',
    },
  },

  /** Problems that only the people who run the bot can repair. */
  installation: {
    scopeMissing: (scope: string | undefined) => ({
      sentence: `SMS Desk lacks the Slack permission for that${scope === undefined ? '' : ` (${scope})`}.`,
      nextStep: 'Ask whoever runs SMS Desk to add it under OAuth & Permissions and install the app again.',
    }),
    token_refused: {
      sentence: 'Slack no longer accepts SMS Desk’s sign-in.',
      nextStep: 'Ask whoever runs SMS Desk to install the app again.',
    },
    not_listed: {
      sentence: 'SMS Desk isn’t set up for this workspace.',
      nextStep: 'Ask whoever runs it to add the workspace.',
    },
    not_installed: {
      sentence: 'SMS Desk isn’t fully installed in this workspace.',
      nextStep: 'Ask whoever runs it to install the app again.',
    },
    not_started: {
      sentence: 'SMS Desk can’t answer in this workspace yet.',
      nextStep: 'Try again in a minute.',
    },
  },

  periodProblems: {
    in_future: { sentence: 'That day hasn’t come yet.', nextStep: 'Ask for today or earlier.' },
    reversed: { sentence: 'That ends before it begins.', nextStep: 'Put the earlier date first.' },
    no_days: { sentence: 'That doesn’t cover any day.', nextStep: 'Ask for at least one day.' },
    too_long: (maxDays: number) => ({
      sentence: `That’s more than ${maxDays} days.`,
      nextStep: `Ask for ${maxDays} days at a time.`,
    }),
    no_such_date: (date: string) => ({
      sentence: `There’s no such date as ${date}.`,
      nextStep: 'Check the day and the month.',
    }),
    several_periods: { sentence: 'That’s more than one period.', nextStep: 'Which one do you mean?' },
    ambiguous_date: (date: string) => ({
      sentence: `Which day is ${date}?`,
      nextStep: 'Pick one, or write the month in letters.',
    }),
  },

  numbers: {
    missing: { sentence: 'Which number?', nextStep: 'Type it after the command, or open the form.' },
    invalid: (text: string) => ({
      sentence: `I can’t find a phone number in “${text}”.`,
      nextStep: 'Check the digits. With its country code, a number begins with +.',
    }),
    isEmail: { sentence: 'That’s an e-mail address.', nextStep: 'Which number was the message sent to?' },
    wrongLength: ({ digits, usual, prefix }: WrongLength) => ({
      sentence: `${digits} digits${prefix === '' ? '' : ` after +${prefix}`}; a mobile number has ${usual}.`,
      nextStep: `${digitCount(Math.abs(digits - usual))} ${digits < usual ? 'missing' : 'too many'}: check with the customer.`,
    }),
    isSender: (sender: string) => ({
      sentence: `${sender} is a sender’s number, not a customer’s.`,
      nextStep: 'Type the customer’s number, and the sender after “from”.',
    }),
    missingSender: {
      sentence: 'From which sender?',
      nextStep: 'Write its number or name after “from”.',
    },
    invalidSender: (text: string, known: readonly string[]) => ({
      sentence: `I don’t know the sender “${text}”.`,
      nextStep:
        known.length === 0
          ? 'Write its number after “from”.'
          : `I know ${known.join(', ')}. Or write its number.`,
    }),
  },
};
