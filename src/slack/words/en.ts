import type { Words } from './words.ts';

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`;
const bracketed = (when: string | undefined) => (when === undefined ? '' : ` (${when})`);

export const en: Words = {
  locale: 'en-GB',
  today: 'today',
  yesterday: 'yesterday',
  sinceTime: (time) => time,
  sinceDay: (day, time) => `${day} ${time}`,
  working: 'Asking the platform. This takes a little longer than usual.',
  reference: (reference) => `Reference: ${reference}`,
  example: 'For example:',

  failures: {
    wrong_credentials: {
      sentence: 'The messaging platform does not accept the account that SMS Desk uses.',
      nextStep:
        'Ask whoever runs SMS Desk to check its e-mail address and password for the platform. Trying again will not help until then.',
    },
    not_allowed: {
      sentence: 'The messaging platform does not let the account of SMS Desk read this.',
      nextStep: 'Ask whoever runs SMS Desk to check the report token and what the account may do.',
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
      nextStep: 'Try again in a minute. A shorter period is answered faster.',
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
      nextStep: 'Check number and period. If they are right, pass the reference to whoever runs SMS Desk.',
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
    guest: {
      sentence: 'SMS Desk answers members of its own organisation only.',
      nextStep: 'Ask your contact in this workspace to look it up for you.',
    },
    unverified: {
      sentence:
        'Slack did not tell me in time whether you may use SMS Desk, so I have not looked anything up.',
      nextStep: 'Try again in a minute.',
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
    invalid: (text) => ({
      sentence: `“${text}” is not a telephone number I can read.`,
      nextStep: 'Write it with its country code, or as it is dialled at home.',
    }),
    missingSender: {
      sentence: 'From which sender?',
      nextStep: 'Put the sender’s short number or name after “from”.',
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

  status: {
    notUnderstood: (text) => ({
      sentence: `I did not understand “${text}”.`,
      nextStep:
        'After the number can come a period (today, yesterday, last 3 days, 2026-11-18) and “from” with a sender.',
    }),
    from: (sender) => `from ${sender}`,
    messages: (count) => many(count, 'message', 'messages'),
    counted: (outcome, count) => {
      const words = {
        delivered: 'delivered',
        failed: 'failed',
        waiting: 'waiting',
        no_receipt: 'without a receipt',
        other: 'with another status',
        unknown: 'of which nothing is known',
      };
      return `${count.toLocaleString('en-GB')} ${words[outcome]}`;
    },
    verdict: {
      none: 'The platform has no messages to this number in this period.',
      noneReadable:
        'Nothing can be said of this number: what the platform sent could not be read as messages.',
      works: (when, duration) =>
        duration === undefined
          ? `Delivery to this number works: the last message reached the handset${bracketed(when)}. How long it took is not recorded.`
          : `Delivery to this number works: the last message reached the handset ${duration} after it was sent${bracketed(when)}.`,
      worksSlowly: (when, duration, delayedBy) =>
        `The last message reached the handset, but only ${duration} after it was sent${bracketed(when)}. ${delayedBy === 'platform' ? 'The platform kept it for most of that time.' : 'Most of that time it was with the operator, or waited for the handset.'}`,
      worksClockOff: (when) =>
        `The last message is reported as delivered${bracketed(when)}, but its times contradict each other: a clock is off, so how long it took cannot be told.`,
      waitingAtOperator: (operator, duration) =>
        `On its way: ${operator} has had the last message for ${duration}, and no receipt has come yet. That is still usual.`,
      waitingAtPlatform: (duration) =>
        `On its way: the platform took the last message ${duration} ago and has not recorded a hand-over yet. That is still usual.`,
      waitingSomewhere: 'The last message is on its way; when it was sent is not recorded.',
      stuckAtOperator: (operator, since, duration) =>
        `Stuck at the operator since ${since} (${duration}): ${operator} has the last message, and no receipt has come back.`,
      stuckAtPlatform: (since, duration) =>
        `Stuck at the platform since ${since} (${duration}): no hand-over to an operator is recorded.`,
      noReceipt: (count, total) =>
        count === total
          ? 'The operator never reported a receipt for this number, and none will come any more. Whether the messages arrived is not known.'
          : `The operator never reported a receipt for the last ${many(count, 'message', 'messages')}, and none will come any more.`,
      failed: (count, word, when) =>
        count === 1
          ? `The last message failed at the operator: ${word}${bracketed(when)}.`
          : `The last ${count} messages failed at the operator. The newest: ${word}${bracketed(when)}.`,
      failedBeforeHandOver: (count, word, when) =>
        count === 1
          ? `The last message failed before it was handed to an operator: ${word}${bracketed(when)}.`
          : `The last ${count} messages failed; the newest before it was handed to an operator: ${word}${bracketed(when)}.`,
      unclear: (word) =>
        `The platform calls the last message “${word}”, which is neither a delivery nor a failure that I know.`,
      unknown: 'The platform received no information about the last message: neither a status nor a time.',
    },
    before: (when, duration) =>
      `Last delivery before that${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, in ${duration}`}.`,
    neverBefore: 'No message in this period is reported as delivered.',
    noneHint: 'Check the number, or ask for more days, such as “last 31 days”.',
    tellCustomer: (sentence) => `For the customer: “${sentence}”`,
    customer: {
      none: 'I cannot find a message from us to your number in this period. Is this the number you gave us?',
      works: (when) =>
        `Your phone confirmed our last message${bracketed(when)}. Please look among blocked or filtered messages too.`,
      waiting: 'Our message to you is on its way. Please give it a few minutes.',
      stuckAtOperator:
        'Our message is with your mobile operator and waits for your phone. Please check that the phone is on and has signal; switching it off and on often helps.',
      stuckAtPlatform: 'Our message to you is delayed on our side. We are looking into it.',
      noReceipt: 'We sent the message, but your operator has not confirmed that it reached your phone.',
      failed:
        'Your operator could not deliver our message. Please check that the phone is on, has signal and room for messages, then ask for a new one.',
      failedBeforeHandOver: 'We could not send you the message. We are looking into it.',
      unclear: 'I cannot see yet whether our message reached you. We are looking into it.',
    },
    size: (characters, segments, encoding) =>
      `${many(characters, 'character', 'characters')} · ${many(segments, 'segment', 'segments')} (${encoding})`,
    textMissing: 'The platform did not receive the text.',
    moreCharacters: (count) => `… ${many(count, 'more character', 'more characters')}`,
    shortfall: (announced, received) =>
      `The platform announced ${announced.toLocaleString('en-GB')} messages and sent ${received.toLocaleString('en-GB')}: what follows may not be complete.`,
    unreadable: (count) =>
      `${many(count, 'entry', 'entries')} of the platform’s answer did not fit its interface and ${count === 1 ? 'is' : 'are'} not shown.`,
    undated: (count) =>
      `${many(count, 'message carries', 'messages carry')} no time at all and may belong to the days around this period.`,
    timesIn: (zone) => `Times in ${zone}`,
    asOf: (time) => `as of ${time}`,
    page: (page, pages) => `page ${page} of ${pages}`,
    newer: 'Newer',
    older: 'Older',
    refresh: 'Refresh',
    help: {
      title: 'What happened to a number’s messages',
      usage: [['/sms-status <number> [when] [from <sender>]', 'the number’s messages, newest first']],
      examplesTitle: 'Examples',
      examples: [
        ['/sms-status +56 9 1234 5678', 'the last 3 days'],
        ['/sms-status 912345678 yesterday', 'one day'],
        ['/sms-status +34 612 345 678 last 7 days', 'up to 31 days'],
        ['/sms-status 912345678 2026-11-15..2026-11-18', 'from one day to another'],
        ['/sms-status 912345678 today from 56001', 'from one sender only'],
      ],
      notes: [
        'when: today, yesterday, last 3 days, 2026-11-18, 2026-11-15..2026-11-18. Days are days in your time zone.',
        'Numbers, codes and links are masked. “Delivered” means that a receipt came; without one the message is “waiting”, and “no receipt” once none will come any more.',
        'Only you see the answer.',
      ],
    },
  },
};
