import type { MessageOutcome } from '../../../domain/messages/timeline.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import { inSentence, verdicts } from './verdict.en.ts';

const { counted, many } = english;

const input = {
  understood: (parts: string) => `I understood: ${parts}.`,
  readAsForeign: (number: string, country: string) => `I read ${number} as a foreign number: ${country}.`,
  leftOut: (words: string) => `Left out: “${words}”.`,
  readAs: (text: string, meaning: string) => `I read “${text}” as ${meaning}.`,
  spoken: 'I read the number from words: please compare its digits.',
  instead: (meaning: string) => `${meaning} instead`,
  isCode: { sentence: 'That looks like a code.', nextStep: 'Which number was it sent to?' },
  itsReport: 'It’s a sender: its report',
  asReference: (day: string) => `Reference, ${day}`,
  asIdentifier: 'It’s an identifier',
  firstNumbers: (count: number) => `The first ${count}`,
  numbers: (count: number) => `${count} numbers`,
  notStarted: 'not looked up in time. Press its button.',
  notStartedShared: 'not looked up in time. Press Refresh.',
  didYouMean: 'Did you mean this?',
  form: 'Form',
  showHelp: 'Help',

  notUnderstood: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep: 'Pick the days, or open the form.',
  }),
  whichNumber: (text: string, countries: string) => ({
    sentence: `I’m not sure which number “${text}” is.`,
    nextStep: `Is it from ${countries}? If not, check the digits.`,
  }),
  reportOn: (days: string) => `Its report: ${days}`,
  whichDay: (reference: string) => ({
    sentence: `Which day was “${reference}” sent?`,
    nextStep: 'A reference is looked up with its day.',
  }),
  noId: { sentence: 'Which message?', nextStep: 'Type its identifier after “id”, or open the form.' },
  noReference: { sentence: 'Which message?', nextStep: 'Type its reference after the date.' },
  notAReference: (text: string) => ({
    sentence: `“${text}” isn’t a single reference.`,
    nextStep: 'Type the date, then the reference in one word.',
  }),
  manyNumbers: (most: number) => ({
    sentence: `I look up ${most} numbers at a time.`,
    nextStep: 'Send the others in another command.',
  }),
  onlyTheNumber: (beside: string) => `Only the number goes here, not “${beside}”.`,

  help: (maxDays: number) =>
    ({
      title: 'What happened to a number’s messages',
      usage: [
        ['/sms-status', 'a form to fill in'],
        ['/sms-status <number>', 'its messages of the last 3 days, newest first'],
        ['/sms-status <number> <when> from <sender>', 'of other days, or of one sender; in any order'],
        ['/sms-status <number>, <number>', 'up to 5 numbers, a line each'],
        ['/sms-status <date> <reference>', 'one message by its transaction reference'],
        ['/sms-status id <identifier>', 'one message by its identifier'],
      ],
      examplesTitle: 'When',
      examples: [
        ['today', 'or “yesterday”'],
        ['last 7 days', `up to ${maxDays} days`],
        ['2026-11-18', 'one day'],
        ['2026-11-15..2026-11-18', 'from one day to another'],
      ],
      notes: [
        'Paste a number as you have it: with spaces, brackets, a name beside it, or as a WhatsApp link. Without + it’s read as one of your country’s.',
        'Days are days in your time zone. Numbers, codes and links are masked.',
        'Only you see the answer, until you share it.',
        'Or mention the bot with the same words, also in a thread, or write to it. For someone’s message, use its menu: “Check SMS delivery”; from anywhere, the shortcut “SMS status”.',
      ],
    }) satisfies Help,
};

export const en = {
  input,

  outcomes: {
    delivered: 'Delivered',
    failed: 'Failed',
    waiting: 'Waiting',
    no_receipt: 'No receipt',
    sent: 'Sent',
    unconfirmed: 'Receipt without status',
    other: 'Other status',
    unknown: 'Unknown status',
  } satisfies Record<MessageOutcome, string>,
  platformSaysNothing: 'no status',

  message: {
    title: (reference: string) => `Message ${reference}`,
    others: 'Also known',
    notFound: (reference: string, by: 'reference' | 'id') => ({
      sentence: `No message “${reference}”${by === 'reference' ? ' on that day' : ''}`,
      nextStep:
        by === 'reference'
          ? 'Check the reference and the day it was sent, or look up the number.'
          : 'Check the identifier, or look up the number.',
    }),
    notSetUp: {
      sentence: 'Look-up by identifier isn’t set up here.',
      nextStep: 'Look up the number, or use date and reference. Whoever runs SMS Desk can set it up.',
    },
    otherMessages: 'Other messages to this number',
  },

  mention: {
    offer: 'Hi! I can look up a number’s messages, check whether SMS works now, and make a report.',
    examples: {
      number: '+56 9 1234 5678 yesterday',
      from: (sender: string) => `+56 9 1234 5678 from ${sender}`,
      reference: (reference: string) => `yesterday ${reference}`,
    },
    lookUp: 'Look up a number',
    check: 'Check SMS now',
    report: 'Make a report',
  },

  step: {
    turnedOff: {
      sentence: 'This step is turned off.',
      nextStep: 'Ask whoever runs SMS Desk to turn it on, or use /sms-status.',
    },
    nothing: {
      sentence: 'The step has nothing to look up.',
      nextStep: 'Give it a number, or a date and a reference.',
    },
    either: {
      sentence: 'The step was given a number and a reference.',
      nextStep: 'Give it only one of the two.',
    },
    notADay: (text: string) => ({
      sentence: `“${text}” isn’t one day.`,
      nextStep: 'Give the step a date, such as 2026-11-18.',
    }),
    notUnderstood: (text: string) => ({
      sentence: `I didn’t understand “${text}”.`,
      nextStep: 'Give the step one number alone, and days such as “yesterday” or “last 7 days”.',
    }),
  },

  shortcut: {
    found: (count: number) => `${count} found in this message`,
    foundAbove: (count: number) => `${count} found in the message above`,
    first: (count: number, total: number) => `I took the first ${count} of ${total}.`,
    around: (day: string) => `Messages around ${day}, when this was written.`,
    onDay: (day: string) => `References looked up for ${day}, the day this was written.`,
    onThatDay: 'References looked up for that day.',
    notFound: { reference: 'No message on that day', id: 'No message with that identifier' },
    nothing: {
      sentence: 'I see no number, reference or identifier in this message.',
      nextStep: 'Open the form to type one.',
    },
    which: { sentence: 'I’m not sure which number is meant.', nextStep: 'Pick one, or open the form.' },
    reply: 'Answer in the thread',
    back: 'Show the answer',
  },

  follow: {
    button: 'Follow incident',
    started: (operator: string | undefined) =>
      `OK, I’ll DM you when the incident at ${operator ?? 'all operators'} ends.`,
    stop: 'Stop following',
    stopped: 'I won’t DM you about that incident.',
    over: (operator: string | undefined, times: string) =>
      `${operator ?? 'All operators'}: the trouble is over (${times})`,
    closed: (operator: string | undefined, when: string) =>
      `${operator ?? 'All operators'}: I can’t tell whether it recovered (last seen ${when})`,
    say: (from: string, to: string, { isRepeated }: { isOneDay: boolean; isRepeated: boolean }) =>
      `Your operator had trouble delivering messages${isRepeated ? ', on and off,' : ''} from ${from} to ${to}. If one we sent then is missing, please ask for a new one.`,
    forgotten: {
      sentence: 'This incident has been deleted.',
      nextStep: 'To see how SMS is now, run /sms-check.',
    },
    act: 'Look your customer’s number up again.',
  },

  form: {
    title: 'Look up a message',
    submit: 'Look up',
    way: 'Look up by',
    ways: { number: 'Phone number', reference: 'Date and reference', id: 'Identifier' },
    date: 'Date',
    reference: 'Transaction reference',
    referenceHint: 'As the sending system has it.',
    id: 'Identifier of the SMS',
    idHint: 'As the sending system has it.',
  },

  status: {
    counted: (outcome: MessageOutcome, count: number) => {
      const words = {
        delivered: 'delivered',
        failed: 'failed',
        waiting: 'waiting',
        no_receipt: 'without a receipt',
        sent: 'sent, never confirmed',
        unconfirmed: 'with a receipt but no status',
        other: 'with another status',
        unknown: 'without details',
      };
      return `${counted(count)} ${words[outcome]}`;
    },
    ...verdicts,
    before: (when: string | undefined, duration: string | undefined) =>
      `Last delivery before that${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, in ${duration}`}.`,
    neverBefore: 'No message was delivered in this period.',
    pastNote: 'Messages sent after this period are left out.',
    slowBecause: {
      platform: 'The platform had it for most of that time.',
      operator: 'The operator had it for most of that time, or it waited for the handset.',
    },
    stuck: (duration: string, isAtPlatform: boolean) =>
      `stuck${isAtPlatform ? ' at the platform' : ''}, ${duration}`,
    wordMeans: (word: string, meaning: string) => `“${word}”: ${meaning}.`,
    wider: (days: number) => `Last ${days} days`,
    allSenders: 'All senders',
    tracking: {
      button: 'Notify me',
      started: 'OK, I’ll DM you when it’s delivered or fails.',
      startedLater: 'I’m following it, but Slack hasn’t accepted my DM yet. I’ll keep trying.',
      alreadyTracked: 'I’m already following it; look in your DMs.',
      tooMany: (most: number) => ({
        sentence: `I’m already following ${most} messages for you.`,
        nextStep: 'Stop one of them in your DMs, then press the button again.',
      }),
      waiting: (number: string, sent: string) => `Following the message of ${sent} to ${number}`,
      checked: (time: string, next: string) => `Checked ${time}, next ${next}`,
      until: (when: string) => `I’ll stop checking${inSentence(when)}`,
      missing: 'The platform didn’t list it this time. I’ll keep checking.',
      unreadable: (sentence: string) => `${sentence} I’ll keep checking.`,
      stop: 'Stop following',
      stopped: (number: string, sent: string) => `Stopped following the message of ${sent} to ${number}.`,
      alreadyOver: 'I’m no longer following that message.',
      delivered: (number: string, sent: string, duration: string | undefined) =>
        `Delivered${duration === undefined ? '' : ` in ${duration}`}: the message of ${sent} to ${number}`,
      failed: (number: string, sent: string, cause: string) =>
        `Failed: the message of ${sent} to ${number} (${cause})`,
      noReceipt: (number: string, sent: string) => `No receipt came for the message of ${sent} to ${number}`,
      unclear: (number: string, sent: string, word: string) =>
        `The platform says “${word}” about the message of ${sent} to ${number}`,
      lost: (number: string, sent: string) =>
        `The platform no longer lists the message of ${sent} to ${number}`,
      givenUp: (number: string, sent: string) =>
        `The platform didn’t answer about the message of ${sent} to ${number}`,
      keyLost: {
        sentence: 'I had to stop following a message: SMS Desk has a new key and can’t tell which one.',
        nextStep: 'Look the number up again with /sms-status, and press Notify me again.',
      },
    },
    size: (characters: number, segments: number, encoding: string) =>
      `${many(characters, 'character', 'characters')} · ${many(segments, 'segment', 'segments')} (${encoding})`,
    textInvisible: 'The text has no visible characters.',
    textMissing: 'The platform doesn’t have the text.',
    moreCharacters: (count: number) => `(${many(count, 'more character', 'more characters')})`,
    shortfall: (announced: number, received: number) =>
      `The platform announced ${counted(announced)} messages and sent ${counted(received)}: some may be missing.`,
    unreadable: (count: number) => `${many(count, 'entry', 'entries')} couldn’t be read.`,
    undated: (count: number) =>
      `${many(count, 'message has', 'messages have')} no time and may belong to the day before or after.`,
    filtersIgnored: 'The platform also sent other numbers’ messages; they’re left out.',
    upTo: (time: string) => `messages up to ${time}`,
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
    newestOf: (shown: number, total: number) => `newest ${shown} of ${many(total, 'message', 'messages')}`,
    newer: 'Newer',
    older: 'Older',
  },

  ticket: {
    button: 'For the ticket',
    copy: 'Copy this into the ticket:',
    open: 'Open a ticket',
    subject: (about: string, verdict: string) => `SMS to ${about}: ${verdict}`,
    sent: 'Sent',
    status: 'Status',
    operator: 'Operator',
    sender: 'Sender',
    reference: 'Reference',
    identifier: 'Identifier',
    incident: (since: string) => `Incident at the operator since ${since}`,
  },
};
