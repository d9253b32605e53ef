import type { MessageOutcome } from '../../../domain/messages/timeline.ts';
import { english } from '../../../i18n/plural.ts';
import { input } from './input.en.ts';

const { counted, many } = english;

const after = (when: string | undefined) => (when === undefined ? '' : ` ${when}`);
/** Time after a verb: ` today at 07:32`, ` on 18 Nov at 07:32`. */
const inSentence = (when: string | undefined) =>
  when === undefined ? '' : ` ${when.replace(/^(?=\d)/, 'on ').replace(/ (?=\d\d:)/, ' at ')}`;
const bracketed = (when: string | undefined) => (when === undefined ? '' : ` (${when})`);

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
    unknown: 'No details',
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
    dayOf: (reference: string) => ({
      sentence: `Which day was “${reference}” sent?`,
      nextStep: 'Give the step its date, too.',
    }),
    notADay: (text: string) => ({
      sentence: `“${text}” isn’t one day.`,
      nextStep: 'Give the step a date, such as 2026-11-18.',
    }),
    notAPeriod: (text: string) => ({
      sentence: `I didn’t understand “${text}”.`,
      nextStep: 'Give the step days, such as “yesterday” or “last 7 days”.',
    }),
    notANumber: (text: string) => ({
      sentence: `I didn’t understand “${text}”.`,
      nextStep: 'Give the step one number, and nothing else with it.',
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
    /** First line of an answer, at most twelve words; `when` is for example `13:30` or `yesterday 18:45`. */
    verdict: {
      none: (period: string) => `No messages to this number, ${period}`,
      noneFrom: (sender: string, period: string) => `No messages from ${sender} to this number, ${period}`,
      noneReadable: 'The platform answered, but no message could be read',
      delivered: (when: string | undefined, duration: string | undefined) =>
        `Delivered${after(when)}${duration === undefined ? '' : `, ${duration} after it was sent`}`,
      deliveredLate: (when: string | undefined, duration: string) =>
        `Delivered late${bracketed(when)}, ${duration} after it was sent`,
      deliveredClockOff: 'Delivered, but the recorded times contradict each other',
      onItsWay: (duration: string, isNormal: boolean) =>
        `On its way (${duration}${isNormal ? ', normal' : ''})`,
      onItsWayTroubled: (duration: string, isNormal: boolean, before: number) =>
        `${before === 1 ? 'The one before isn’t' : `The ${before} before aren’t`} confirmed; the newest is on its way (${duration}${isNormal ? ', normal' : ''})`,
      onItsWaySomewhere: 'On its way; no time recorded',
      stuckAtOperator: (operator: string | undefined, since: string) =>
        `Stuck at ${operator ?? 'the operator'} since ${since}`,
      stuckAtPlatform: (since: string) => `Stuck at the platform since ${since}`,
      noReceipt: (count: number, when: string | undefined) =>
        count === 1 ? `Sent${after(when)}; no receipt ever came` : `The last ${count} never got a receipt`,
      neverHandedOver: (count: number, when: string | undefined) =>
        count === 1
          ? `Never left the platform${bracketed(when)}`
          : `The last ${count} never left the platform`,
      sent: (when: string | undefined) => `Sent${after(when)}; this operator doesn’t confirm deliveries`,
      failed: (count: number, when: string | undefined, cause: string) =>
        count === 1
          ? `Failed${after(when)}: ${cause}`
          : `The last ${count} failed, newest${after(when)}: ${cause}`,
      failedBeforeHandOver: (count: number, when: string | undefined) =>
        count === 1
          ? `Failed${after(when)}, before it reached an operator`
          : `The last ${count} failed, newest${after(when)}, before reaching an operator`,
      unconfirmed: (when: string | undefined) => `A receipt came${after(when)}, but it has no status`,
      unclear: (word: string) => `The platform says “${word}”`,
      unknown: 'The platform has no details of this message',
    },
    peers: {
      handset: 'probably the handset',
      message: 'only this message',
      not_alone: 'the operator has trouble',
      fared: (count: number, operator: string | undefined, share: string | undefined, duration: string) =>
        `${many(count, 'other message', 'other messages')} at ${operator ?? 'the operator'} around that time: ${share ?? 'none'} arrived within ${duration}.`,
    },
    act: {
      moreDays: 'Check the number, or look further back.',
      checkNumber: 'Check the number with the customer.',
      withoutSender: 'Look at messages of all senders.',
      again: 'Look again in a minute.',
      wait: 'Wait, or press Notify me.',
      tellOnCall: 'Tell whoever is on call: it hasn’t left the platform.',
      checkPhone: 'Have the customer check that the phone is on and has signal.',
      tellOperatorsTeam: 'If the phone is on and has signal, tell the operator team.',
      check: 'Run /sms-check.',
      askCustomer: 'Ask the customer whether it arrived.',
      stop: 'Don’t send another; check the number with the customer first.',
      askAdministrator: 'Ask whoever runs SMS Desk what that means.',
    },
    /** Second line of an answer, to say to the customer: without numbers or internals of the operator. */
    say: {
      delivered: (when: string | undefined) =>
        `Our system shows the message reached your phone${inSentence(when)}. Please also check your spam and blocked messages.`,
      waiting: 'Our message is on its way. Please give it a few minutes.',
      stuckAtOperator:
        'Your operator has our message but hasn’t confirmed it yet. Please check that your phone is on and has signal.',
      operatorTrouble: 'Your operator is having trouble delivering messages right now.',
      stuckAtPlatform: 'Our message is delayed on our side.',
      noReceipt: 'We sent it, but have no confirmation that it reached your phone.',
      sent: 'We sent it. Your operator doesn’t tell us when a message arrives; please check your phone.',
      failed:
        'Your operator couldn’t deliver our message. Please check that your phone is on, has signal and has room for messages.',
      failedOften: 'Our messages aren’t reaching your phone. Please confirm your number with me.',
      failedBeforeHandOver: 'We couldn’t send you the message.',
      unclear: 'I can’t see yet whether our message reached you.',
    },
    before: (when: string | undefined, duration: string | undefined) =>
      `Last delivery before that${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, in ${duration}`}.`,
    neverBefore: 'No message was delivered in this period.',
    pastNote: 'Messages sent after this period are left out.',
    slowBecause: {
      platform: 'The platform had it for most of that time.',
      operator: 'The operator had it for most of that time, or it waited for the handset.',
    },
    stuck: (duration: string) => `stuck, ${duration}`,
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
    newer: 'Newer',
    older: 'Older',
  },
};
