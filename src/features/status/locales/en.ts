import type { Outcome } from '../../../domain/messages/timeline.ts';
import { english } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';

const { counted, many } = english;

const after = (when: string | undefined) => (when === undefined ? '' : ` ${when}`);
const bracketed = (when: string | undefined) => (when === undefined ? '' : ` (${when})`);

export const en = {
  outcomes: {
    delivered: 'Delivered',
    failed: 'Failed',
    waiting: 'Waiting',
    no_receipt: 'No receipt',
    unconfirmed: 'Receipt without status',
    other: 'Other status',
    unknown: 'Nothing known',
  } satisfies Record<Outcome, string>,
  /** In a sentence, for an operator without a name. */
  theOperator: 'the operator',
  platformSaysNothing: 'the platform gives no status',

  message: {
    title: (reference: string) => `Message ${reference}`,
    others: 'Also known',
    notFound: (reference: string, by: 'reference' | 'id') => ({
      sentence: `The platform knows no message “${reference}”${by === 'reference' ? ' on that day' : ''}.`,
      nextStep:
        by === 'reference'
          ? 'Check the reference, and the day: the one on which the message was sent. To ask for a number, put the number first.'
          : 'Check the identifier, or ask for the number instead.',
    }),
    notSetUp: {
      sentence: 'Looking messages up by identifier is not set up here.',
      nextStep: 'Ask for the number, or by date and reference. Whoever runs SMS Desk can set it up.',
    },
  },

  form: {
    title: 'What became of the SMS?',
    submit: 'Look up',
    way: 'Ask by',
    ways: { number: 'Telephone number', reference: 'Date and reference', id: 'Identifier' },
    date: 'Date',
    reference: 'Transaction reference',
    referenceHint: 'As the sending system has it.',
    id: 'Identifier of the SMS',
    idHint: 'As the sending system has it.',
  },

  status: {
    notUnderstood: (text: string) => ({
      sentence: `I did not understand “${text}”.`,
      nextStep:
        'After the number can come a period (today, yesterday, last 3 days, 2026-11-18) and “from” with a sender.',
    }),
    counted: (outcome: Outcome, count: number) => {
      const words = {
        delivered: 'delivered',
        failed: 'failed',
        waiting: 'waiting',
        no_receipt: 'without a receipt',
        unconfirmed: 'with a receipt but no status',
        other: 'with another status',
        unknown: 'of which nothing is known',
      };
      return `${counted(count)} ${words[outcome]}`;
    },
    verdict: {
      none: 'The platform has no messages to this number in this period.',
      noneReadable:
        'Nothing can be said of this number: the platform’s answer is not whole, or could not be read as messages.',
      noneFrom: (sender: string) =>
        `The platform has no messages from ${sender} to this number in this period.`,
      works: (when: string | undefined, duration: string | undefined) =>
        duration === undefined
          ? `Delivery to this number works: the last message reached the handset${after(when)}. How long it took is not recorded.`
          : `Delivery to this number works: the last message reached the handset${after(when)}, ${duration} after it was sent.`,
      /** For a period that has passed: it says nothing of today. */
      worked: (when: string | undefined, duration: string | undefined) =>
        duration === undefined
          ? `Delivery to this number worked: the last message of this period reached the handset${after(when)}. How long it took is not recorded.`
          : `Delivery to this number worked: the last message of this period reached the handset${after(when)}, ${duration} after it was sent.`,
      worksSlowly: (when: string | undefined, duration: string, delayedBy: 'platform' | 'operator') =>
        `The last message took long: it reached the handset${after(when)}, ${duration} after it was sent. ${delayedBy === 'platform' ? 'The platform kept it for most of that time.' : 'Most of that time it was with the operator, or waited for the handset.'}`,
      worksClockOff: (when: string | undefined) =>
        `The last message is reported as delivered${bracketed(when)}, but its times contradict each other: a clock is off, so how long it took cannot be told.`,
      waitingAtOperator: (operator: string, duration: string) =>
        `On its way: ${operator} has had the last message for ${duration}, and no receipt has come yet. That is still usual.`,
      waitingAtPlatform: (duration: string) =>
        `On its way: the platform took the last message ${duration} ago and has not recorded a hand-over yet. That is still usual.`,
      waitingSomewhere: 'The last message is on its way; when it was sent is not recorded.',
      stuckAtOperator: (operator: string, since: string, duration: string) =>
        `Stuck at the operator since ${since} (${duration}): ${operator} has the last message, and no receipt has come back.`,
      stuckAtPlatform: (since: string, duration: string) =>
        `Stuck at the platform since ${since} (${duration}): no hand-over to an operator is recorded.`,
      noReceipt: (count: number, total: number) =>
        count === total
          ? 'The operator never reported a receipt for any message of this period, and none will come any more. Whether they arrived is not known.'
          : `The operator never reported a receipt for the last ${many(count, 'message', 'messages')}, and none will come any more.`,
      neverHandedOver: (count: number) =>
        count === 1
          ? 'The last message never left the platform: no hand-over to an operator was ever recorded.'
          : `The last ${count} messages never left the platform: no hand-over to an operator was ever recorded.`,
      failed: (count: number, word: string, when: string | undefined) =>
        count === 1
          ? `The last message failed at the operator: ${word}${bracketed(when)}.`
          : `The last ${count} messages failed at the operator. The newest: ${word}${bracketed(when)}.`,
      failedBeforeHandOver: (count: number, word: string, when: string | undefined) =>
        count === 1
          ? `The last message failed before it was handed to an operator: ${word}${bracketed(when)}.`
          : `The last ${count} messages failed; the newest before it was handed to an operator: ${word}${bracketed(when)}.`,
      unconfirmed: (when: string | undefined) =>
        `The platform has a receipt for the last message${bracketed(when)}, but no final status: it may have arrived, and is not confirmed.`,
      unclear: (word: string) =>
        `The platform calls the last message “${word}”, which is neither a delivery nor a failure that I know.`,
      unknown: 'The platform received no information about the last message: neither a status nor a time.',
    },
    before: (when: string | undefined, duration: string | undefined) =>
      `Last delivery before that${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, in ${duration}`}.`,
    neverBefore: 'No message in this period is reported as delivered.',
    troubledBefore: (count: number) =>
      count === 1
        ? 'The one before it has waited too long, failed or has no receipt.'
        : `The ${count} before it have waited too long, failed or have no receipt.`,
    noneFromHint: 'Ask without the sender to see all messages.',
    pastNote: 'Messages sent after this period are not part of this answer.',
    stuckNextStep: {
      platform: 'If it stays so, tell the people on call: the platform has not passed it on.',
      operator: 'If the phone is on and has signal, tell the people who deal with the operator.',
    },
    noneHint: 'Check the number, or ask for more days, such as “last 31 days”.',
    /** How the operator's other messages fared at about the time of one that fares badly. */
    peers: {
      /** `share` of them arrived within `duration`. */
      fared: (count: number, operator: string, share: string, duration: string) =>
        `${many(count, 'other message', 'other messages')} of ${operator} at about that time: ${share} arrived within ${duration}.`,
      handset: 'Probably the handset.',
      /** What to do then about a message that is stuck, in place of asking the operator. */
      handsetNextStep: 'Have the customer check that the phone is on and has signal.',
      message: 'It seems to be this message alone.',
      unclear: 'That does not tell whether it is only this customer.',
      /** Takes the place of all above: too few arrived; none without `share`. */
      notAlone: (count: number, operator: string, share: string | undefined, duration: string) =>
        `Of ${many(count, 'other message', 'other messages')} of ${operator} at about that time ${share === undefined ? 'none' : `only ${share}`} arrived within ${duration}: not only this customer. See /sms-check.`,
    },
    /** Waiting for the end of a message. `number` is masked, `sent` when the platform took the message. */
    tracking: {
      button: 'Tell me when it settles',
      begun: 'I am waiting for this message, and keep you up to date in a direct message.',
      begunAlready: 'I am waiting for this message already: look among your direct messages.',
      tooMany: (most: number) => ({
        sentence: `I am waiting for ${most} messages for you already.`,
        nextStep: 'Stop one of them in your direct messages, then ask again.',
      }),
      waiting: (number: string, sent: string) => `Waiting for the message to ${number} of ${sent}`,
      looked: (time: string, looks: number, next: string) =>
        `Looked at ${time} (${many(looks, 'look', 'looks')} so far) · next look: ${next}`,
      until: (when: string) => `at the latest until ${when}: later no receipt comes any more`,
      missing: 'This time the platform did not list the message. I go on looking.',
      unreadable: (sentence: string) => `${sentence} I go on looking.`,
      stop: 'Stop waiting',
      stopped: (number: string, sent: string) => `No longer waiting for the message to ${number} of ${sent}.`,
      overAlready: 'That is over already.',
      delivered: (number: string, sent: string, duration: string | undefined) =>
        `Delivered: the message to ${number} of ${sent} reached the handset${duration === undefined ? '' : `, ${duration} after it was sent`}.`,
      failed: (number: string, sent: string, word: string) =>
        `Failed: the message to ${number} of ${sent} (${word}).`,
      noReceipt: (number: string, sent: string) =>
        `No receipt: none came for the message to ${number} of ${sent}, and none will any more.`,
      /** Neither a delivery nor a failure, as far as is known. */
      unclear: (number: string, sent: string, word: string) =>
        `Not known: what became of the message to ${number} of ${sent}. The platform says “${word}”, and no more will come.`,
      lost: (number: string, sent: string) =>
        `Not known: what became of the message to ${number} of ${sent}. The platform does not list it any more.`,
      givenUp: (number: string, sent: string) =>
        `Not known: what became of the message to ${number} of ${sent}. The platform could not be read when it was time.`,
      keyLost: {
        sentence:
          'I had to stop waiting: SMS Desk has a new key, and with it I cannot read which message this was.',
        nextStep: 'Ask for the number again with /sms-status, and press the button under the message again.',
      },
    },
    tellCustomer: (sentence: string) => `For the customer: “${sentence}”`,
    customer: {
      none: 'I cannot find a message from us to your number in this period. Is this the number you gave us?',
      noneFrom: 'I cannot find a message of that kind to your number in this period.',
      works: (when: string | undefined) =>
        `Your phone confirmed our message${bracketed(when)}. Please look among blocked or filtered messages too.`,
      waiting: 'Our message to you is on its way. Please give it a few minutes.',
      stuckAtOperator:
        'Our message has been handed to your mobile operator, which has not confirmed it yet. Please check that the phone is on and has signal; switching it off and on often helps.',
      stuckAtPlatform: 'Our message to you is delayed on our side. We are looking into it.',
      noReceipt: 'We sent the message, and have no confirmation that it reached your phone.',
      failed:
        'Your operator could not deliver our message. Please check that the phone is on, has signal and room for messages, then ask for a new one.',
      failedBeforeHandOver: 'We could not send you the message. We are looking into it.',
      unclear: 'I cannot see yet whether our message reached you. We are looking into it.',
    },
    size: (characters: number, segments: number, encoding: string) =>
      `${many(characters, 'character', 'characters')} · ${many(segments, 'segment', 'segments')} (${encoding})`,
    textInvisible: 'The text holds no visible character.',
    textMissing: 'The platform did not receive the text.',
    moreCharacters: (count: number) => `(${many(count, 'more character', 'more characters')})`,
    shortfall: (announced: number, received: number) =>
      `The platform announced ${counted(announced)} messages and sent ${counted(received)}, the days around this period included: this answer may not be complete.`,
    unreadable: (count: number) =>
      `${many(count, 'entry', 'entries')} of the platform’s answer did not fit its interface and ${count === 1 ? 'is' : 'are'} not shown.`,
    undated: (count: number) =>
      `${many(count, 'message carries', 'messages carry')} no time at all and may belong to the days around this period.`,
    filtersIgnored:
      'The platform also sent messages to other numbers, which are left out: it does not seem to apply filters, so a sender cannot be told.',
    upTo: (time: string) => `messages up to ${time}`,
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
    newer: 'Newer',
    older: 'Older',
    help: {
      title: 'What happened to a number’s messages',
      usage: [
        ['/sms-status', 'a form to fill in'],
        ['/sms-status <number> [when] [from <sender>]', 'the number’s messages, newest first'],
        ['/sms-status <date> <reference>', 'one message by its transaction reference'],
        ['/sms-status id <identifier>', 'one message by its identifier'],
      ],
      examplesTitle: 'Examples',
      examples: [
        ['/sms-status +56 9 1234 5678', 'the last 3 days'],
        ['/sms-status 912345678 yesterday', 'one day'],
        ['/sms-status +34 612 345 678 last 7 days', 'up to 31 days'],
        ['/sms-status 912345678 2026-11-15..2026-11-18', 'from one day to another'],
        ['/sms-status 912345678 today from 56001', 'from one sender only'],
        ['/sms-status 2026-11-18 ABC-123', 'one message of that day'],
        ['/sms-status id 4711', 'one message, whatever the day'],
      ],
      notes: [
        'when: today, yesterday, last 3 days, 2026-11-18, 2026-11-15..2026-11-18. Days are days in your time zone.',
        'Numbers, codes and links are masked. “Delivered” means that a receipt came; without one the message is “waiting”, and “no receipt” once none will come any more.',
        'Under a message on its way, “Tell me when it settles” keeps you up to date in a direct message, and says how it ended.',
        'Only you see the answer, until you share it.',
      ],
    } satisfies Help,
  },
};
