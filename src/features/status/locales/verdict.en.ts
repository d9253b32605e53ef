import type { TroubleEffect } from '../../../domain/detection/operator-trouble.ts';
import type { MessageKind } from '../../../domain/messages/message-kind.ts';
import { english } from '../../../i18n/plural.ts';

const { many } = english;

const after = (when: string | undefined) => (when === undefined ? '' : ` ${when}`);
const bracketed = (text: string | undefined) => (text === undefined ? '' : ` (${text})`);
/** Time after “since” in a spoken sentence: ` today at 07:32`, ` 18 Nov at 07:32`. */
const spoken = (when: string) => ` ${when.replace(/ (?=\d\d:)/, ' at ')}`;
/** Time after a verb: ` today at 07:32`, ` on 18 Nov at 07:32`; U+FFF9 begins a date element. */
export const inSentence = (when: string | undefined) =>
  when === undefined ? '' : spoken(when).replace(/^ (?=[\d\ufff9])/, ' on ');

/** How a wait compares: with one minute, or with the usual duration of the number’s other messages. */
export type WaitPace = 'normal' | 'late' | { readonly usual: string };

const pace = (duration: string, is: WaitPace) =>
  typeof is === 'object' ? `: ${duration}, slower than usual (${is.usual})` : ` (${duration}, ${is})`;
const has = (operator: string | undefined) => `${operator ?? 'All operators'} ${operator ? 'has' : 'have'}`;
const to = (operator: string | undefined) => `to ${operator ?? 'all operators'}`;

export const verdicts = {
  /** First line of an answer, at most twelve words; `when` is for example `13:30` or `yesterday 18:45`. */
  verdict: {
    none: (kind: MessageKind | undefined, number: string | undefined, period: string) =>
      `No ${kindsOf(kind)} to ${number ?? 'this number'}, ${period}`,
    noneFrom: (sender: string, number: string | undefined, period: string) =>
      `No messages from ${sender} to ${number ?? 'this number'}, ${period}`,
    newestOutside: (none: string, when: string) => `${none}; the newest was sent${inSentence(when)}`,
    noneReadable: 'The platform answered, but no message could be read',
    delivered: (when: string | undefined, duration: string | undefined) =>
      `Delivered${after(when)}${duration === undefined ? '' : `, ${duration} after it was sent`}`,
    deliveredLate: (duration: string, usual: string | undefined) =>
      `Delivered late: ${duration} after it was sent${bracketed(usual && `usually ${usual}`)}`,
    deliveredClockOff: 'Delivered, but the recorded times contradict each other',
    onItsWay: (duration: string, is: WaitPace) => `On its way${pace(duration, is)}`,
    onItsWayTroubled: (duration: string, is: WaitPace, before: number) =>
      `${before === 1 ? 'The one before isn’t' : `The ${before} before aren’t`} confirmed; the newest is on its way${pace(duration, is)}`,
    onItsWaySomewhere: 'On its way; no time recorded',
    stuckAtOperator: (operator: string | undefined, since: string) =>
      `Stuck at ${operator ?? 'the operator'} since ${since}`,
    stuckAtPlatform: (since: string) => `Stuck at the platform since ${since}`,
    stuckSeveral: (count: number, since: string, areAtPlatform: boolean) =>
      `The last ${count} are stuck${areAtPlatform ? ' at the platform' : ''}, since ${since}`,
    noReceipt: (count: number, when: string | undefined) =>
      count === 1 ? `Sent${after(when)}; no receipt ever came` : `The last ${count} never got a receipt`,
    neverHandedOver: (count: number, when: string | undefined) =>
      count === 1 ? `Never left the platform${bracketed(when)}` : `The last ${count} never left the platform`,
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
    onlyFields: 'The platform gives no status and no time, only what is below',
  },
  /** Verdicts about the number’s operator; without a name, about all operators. */
  trouble: {
    since: {
      down: (operator: string | undefined, since: string) =>
        `${has(operator)} been down since ${since}. What was sent since may not arrive.`,
      perhaps_down: (operator: string | undefined, since: string) =>
        `${has(operator)} probably been down since ${since}. What was sent since may not arrive.`,
      failing: (operator: string | undefined, since: string) =>
        `Most messages ${to(operator)} have failed since ${since}.`,
      partly_failing: (operator: string | undefined, since: string) =>
        `More messages ${to(operator)} than usual have failed since ${since}.`,
      slow: (operator: string | undefined, since: string) =>
        `${has(operator)} been slow since ${since}. What was sent since may arrive late.`,
      recovering: (operator: string | undefined, since: string) =>
        `${has(operator)} had trouble since ${since}; the latest check was better.`,
    } satisfies Record<TroubleEffect, unknown>,
    orEarlier: (since: string) => `${since} or earlier`,
    checked: (operator: string, isDown: boolean, at: string) =>
      isDown
        ? `Most messages to ${operator} were late or failed in the check of ${at}.`
        : `${operator} was worse than usual in the check of ${at}.`,
    during: (operator: string | undefined, isDown: boolean, times: string, isFailed: boolean) =>
      `${isFailed ? 'Failed' : 'Sent'} while ${operator ?? 'all operators'} ${isDown ? `${operator ? 'was' : 'were'} down` : 'had trouble'} (${times})${isFailed ? '' : '; not confirmed'}`,
    incidentSince: (operator: string | undefined, since: string) =>
      `${operator ?? 'All operators'}: incident since ${since}`,
    incidentDuring: (operator: string | undefined, times: string) =>
      `${operator ?? 'All operators'}: incident ${times}`,
    inChannel: ' · in ',
  },
  /** Facts of the past, in one line. */
  history: {
    lastArrival: (since: string) => `No delivery confirmed since ${since}.`,
    newerUnconfirmed: (count: number) =>
      count === 1 ? 'A newer message isn’t confirmed.' : `${count} newer messages aren’t confirmed.`,
    operator: (now: string, since: string, before: string) =>
      `Operator: ${now} since ${since}, ${before} before.`,
    nothingSince: (since: string, isCode: boolean) =>
      `${isCode ? 'No code' : 'Nothing'} was sent since ${since}.`,
  },
  kinds: { code: 'code', link: 'link', other: 'other text' } satisfies Record<MessageKind, string>,
  newest: {
    ofKind: (kind: string) => `Newest message (${kind}):`,
    code: (newer: number) =>
      `Newest code (the ${newer === 1 ? 'newer message isn’t one' : `${newer} newer messages aren’t`}):`,
    outside: 'Newest message, outside that time:',
  },
  otherKinds: (count: number) => `${many(count, 'message', 'messages')} of other kinds left out.`,
  deliveredLate: 'delivered late',
  peers: {
    handset: 'probably the handset',
    message: 'only this message',
    not_alone: 'not only this customer',
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
    follow: 'Press Follow incident, and I’ll DM you when it ends.',
    incidentNews: 'For news, see ',
    sendAgain: 'Have it sent again, if it’s still needed.',
    resend: 'Have a new one sent: that incident is over.',
    askWhetherSent: 'Ask the team that sends it whether it was sent.',
    askSendingTeam: 'If a newer one is expected, ask the team that sends it.',
    askCustomer: 'Ask the customer whether it arrived.',
    stop: 'Don’t send another; check the number with the customer first.',
    askAdministrator: 'Ask whoever runs SMS Desk what that means.',
  },
  /** Second line of an answer, to say to the customer: without numbers or internals of the operator. */
  say: {
    none: (kind: MessageKind | undefined, isNumberRight: boolean, days: number | undefined) =>
      `I see no ${kind === 'code' || kind === 'link' ? kind : 'message'} sent to your number in ${days === undefined ? 'that time' : `the last ${days} days`}.${isNumberRight ? '' : ' Could you confirm the number, please?'}`,
    notFound: 'I can’t find that message here.',
    delivered: (when: string | undefined) =>
      `Our system shows the message reached your phone${inSentence(when)}. Please also check your spam and blocked messages.`,
    deliveredLate: (when: string | undefined, isCode: boolean) =>
      `Our system shows the message reached your phone late${when === undefined ? '' : `,${inSentence(when)}`}.${isCode ? ' If the code no longer works, please ask for a new one.' : ''}`,
    waiting: 'Our message is on its way. Please give it a minute.',
    waitingLong: 'Our message is on its way, but it is taking longer than usual.',
    stuckAtOperator:
      'Your operator has our message but hasn’t confirmed it yet. Please check that your phone is on and has signal.',
    operatorTrouble: 'Your operator is having trouble delivering messages right now.',
    operatorMayHaveTrouble: 'Your operator may be having trouble delivering messages right now.',
    operatorTroubleThen: 'Your operator was having trouble delivering messages when we sent yours.',
    troubleSince: {
      trouble: (when: string) =>
        `Your operator has had trouble delivering messages since${spoken(when)}. What we sent you since then may be late or not arrive.`,
      failing: (when: string) =>
        `Messages to your operator have been failing since${spoken(when)}. If yours doesn’t arrive, please ask for a new one.`,
    },
    stuckAtPlatform: 'Our message is delayed on our side.',
    noReceipt: 'We sent it, but have no confirmation that it reached your phone.',
    sent: 'We sent it. Your operator doesn’t tell us when a message arrives; please check your phone.',
    failed: 'Your operator couldn’t deliver our message.',
    failedByNumber: 'Your operator couldn’t deliver our message. Could you confirm your number, please?',
    failedByHandset:
      'Your operator couldn’t deliver our message. Please check that your phone is on, has signal and has room for messages.',
    failedOften: 'Our messages aren’t reaching your phone. Please confirm your number with me.',
    rejected: 'Your operator didn’t accept our message.',
    failedBeforeHandOver: 'We couldn’t send you the message.',
    unclear: 'I can’t see yet whether our message reached you.',
  },
};

function kindsOf(kind: MessageKind | undefined): string {
  if (kind === undefined) return 'messages';
  return { code: 'codes', link: 'links', other: 'messages without code or link' }[kind];
}
