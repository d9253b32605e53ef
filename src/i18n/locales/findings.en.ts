import type { FindingKind, Sensitivity } from '../../domain/detection/findings.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { english } from '../plural.ts';

const { at, counted, many } = english;

export interface UnusableAnswer {
  readonly headline: string;
  readonly because?: string;
  readonly nextStep: string;
}

/** Numbers of messages; `usually` is the usual number as text, and `since` is formatted by `Formatter.since`. */
export interface EvidenceFigures {
  readonly hits: number;
  readonly of: number;
  readonly usual: number;
  readonly usually: string;
  readonly since: string;
}

/** The frequency of a rare event is rounded to once in one of these numbers of years. */
const YEARS = [100, 50, 20, 10, 5, 2, 1];

/** Rounds up to the next step, so that the stated frequency is never too low. */
export function rarityOf(perYear: number): { readonly times: number; readonly years: number } {
  const years = YEARS.find((one) => perYear * one <= 1);
  return years === undefined ? { times: Math.ceil(perYear), years: 1 } : { times: 1, years };
}

const REFUSED = 'The platform refuses SMS Desk’s account; I can’t tell if SMS works';

const PACK = 'Escalation pack';

/** Where the evidence is: in the figures of this check, or in the message of an incident. */
const place = (isOfCheck: boolean) =>
  isOfCheck ? 'add the figures below' : 'the incident below has the evidence';
const openTicket = (isOfCheck: boolean, hasPack = false) =>
  `Open a ticket with the platform’s support; ${hasPack ? `press ${PACK}` : place(isOfCheck)}.`;

/** Each text has at most 90 characters; `to` is a text of `customers`, or empty for all operators. */
const customer: Readonly<
  Record<'normal' | 'delayed' | 'failing' | 'notArriving' | 'down' | 'unknown', (to: string) => string>
> = {
  normal: (to) => `Our text messages${to} are arriving normally right now.`,
  delayed: (to) => `Text messages${to} may be late. Please wait before asking for a new code.`,
  failing: (to) => `Some text messages${to} aren’t arriving. Please ask for a new code.`,
  notArriving: (to) => `Text messages${to} aren’t arriving right now.`,
  down: (to) => `Text messages${to} are late or not arriving right now.`,
  unknown: () => 'We can’t see whether text messages arrive right now. Please try again in a few minutes.',
};

function evidenceText(one: string, more = one) {
  return (operator: string | undefined, { hits, of, usual, usually, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` at ${operator}`;
    return `${counted(hits)} of ${many(of, 'message', 'messages')}${where} since ${since} ${hits === 1 ? one : more}; usually ${usual === 0 ? 'none' : usually}.`;
  };
}

const within = (years: number) => (years === 1 ? 'a year' : `in ${counted(years)} years`);

const evidence = {
  found: {
    waiting: evidenceText('had no receipt after 2 minutes'),
    late: evidenceText('didn’t arrive within 2 minutes'),
    slow_hand_over: evidenceText('wasn’t handed to the operator', 'weren’t handed to the operator'),
    failures: evidenceText('failed'),
    clock_off: evidenceText('has times that contradict each other', 'have times that contradict each other'),
    silence: (operator, { hits, usual, since }) =>
      `${hits === 0 ? 'Nothing' : `Only ${many(hits, 'message', 'messages')}`}${operator === undefined ? '' : ` for ${operator}`} since ${since}; never fewer than ${counted(usual)} by now.`,
  } satisfies Record<FindingKind, (operator: string | undefined, figures: EvidenceFigures) => string>,
  /** `perYear` is an upper limit of how often chance alone causes such evidence. */
  chance(perYear: number) {
    const { times, years } = rarityOf(perYear);
    if (times > 1) return `By chance alone, this happens up to ${counted(times)} times a year.`;
    return `By chance alone, this happens less than once ${within(years)}.`;
  },
  title: 'Why this alert',
  well: {
    delivered: (count: string) => `${count} delivered`,
    withReceipt: (count: string) => `${count} with a receipt`,
    handedOver: (count: string) => `${count} handed over`,
  },
  falseAlarms(perYear: number) {
    const { times, years } = rarityOf(perYear);
    return `at most ${many(times, 'false alarm', 'false alarms')} per operator ${within(years)}`;
  },
  atMost(perYear: number) {
    const { times, years } = rarityOf(perYear);
    return `at most ${counted(times)} ${within(years)}`;
  },
};

export const findings = {
  unusableAnswers: {
    wrong_credentials: {
      headline: REFUSED,
      nextStep: 'Ask whoever runs SMS Desk to check its credentials for the platform.',
    },
    not_allowed: {
      headline: REFUSED,
      nextStep: 'Ask whoever runs SMS Desk to check what its account may do.',
    },
    invalid_answer: {
      headline: 'The platform’s answer can’t be read; I can’t tell if SMS works',
      because: 'It answers, but not with figures. It may be a maintenance or sign-in page.',
      nextStep: 'Ask the platform’s support if it’s down for maintenance.',
    },
    not_found: {
      headline: 'The platform answers “not found”; I can’t tell if SMS works',
      nextStep: 'Ask whoever runs SMS Desk to check the platform’s address.',
    },
  } satisfies Partial<Record<FailureCode, UnusableAnswer>>,
  andMore: (count: number) => `${counted(count)} more`,
  /** Without `operator`, a text is about all operators; for silence, `share` is a number of messages. */
  sentences: {
    waiting: (operator, share, usual, count) =>
      `${share} of the messages${at(operator)} sent 2 to 7 minutes ago (about ${count}) have no receipt yet, usually ${usual}.`,
    late: (operator, share, usual, count) =>
      `${share} of the newest messages${at(operator)} (about ${count}) didn’t arrive within 2 minutes, usually ${usual}.`,
    slow_hand_over: (operator, share, usual, count) =>
      `${share} of the newest messages${at(operator)} (about ${count}) weren’t handed to the operator within 30 s, usually ${usual}.`,
    failures: (operator, share, usual, count) =>
      `${share} of the recent messages${at(operator)} (about ${count}) failed, usually ${usual}.`,
    clock_off: (operator, share, usual, count) =>
      `${share} of the messages${at(operator)} (${count}) have times that contradict each other, usually ${usual}.`,
    silence: (operator, messages, _usual, count) =>
      `${messages}${operator === undefined ? '' : ` for ${operator}`} in 15 min; never fewer than ${count} at this hour.`,
  } satisfies Record<
    FindingKind,
    (operator: string | undefined, share: string, usual: string, of: string) => string
  >,
  few: (count: number) => (count === 0 ? 'No messages' : `Only ${many(count, 'message', 'messages')}`),
  measures: {
    waiting: 'waiting',
    late: 'late',
    slow_hand_over: 'not handed over within 30 s',
    failures: 'failed',
    clock_off: 'with wrong times',
    silence: 'of the usual traffic',
  } satisfies Record<FindingKind, string>,
  owner: {
    platform: 'The platform holds them back before the hand-over.',
    link: 'Only this operator’s messages wait before the hand-over: it’s the operator, or the way to it.',
    operator: 'They were handed over and wait at the operator or the handsets.',
    shared: 'They were handed over, and no operator’s receipts come as usual: most likely the platform.',
    onlyOperator: 'They were handed over and wait. Other operators are fine, so it isn’t the platform.',
    unknown: 'This doesn’t show whose fault it is.',
  },
  nextStep: {
    normal: 'Nothing. If a customer asks, look up the number with /sms-status.',
    slightlyWorse: 'Nothing yet; refresh in a few minutes.',
    platform: (isOfCheck: boolean) => `Call the platform’s support; ${place(isOfCheck)}.`,
    link: openTicket,
    operator: openTicket,
    shared: 'Call the platform’s support and ask if it holds receipts back.',
    unknown: 'Look up a failed message with /sms-status, then call the platform’s support.',
    silent: 'Check the systems that send.',
    clockOff: 'Tell the platform’s support.',
    tooLittle: 'Look at the newest messages with the button below.',
    tooLittleShared: 'Look at the newest messages with /sms-check.',
    noMessages: 'Look up a recent message with /sms-status.',
    notCompared: 'Press Refresh in a few seconds.',
    unreachable: 'Call the platform’s support.',
    goesOn: 'Follow the incident below.',
  },
  pack: PACK,
  about: (share: string) => `about ${share}`,
  aboutCount: (count: string) => `about ${count}`,
  customer,
  customers: { of: (operator: string) => ` to ${operator} customers`, some: ' to some customers' },
  everything: 'all operators',
  share: (share: string, of: string) => `${share} of ${of}`,
  countOf: (hits: string, of: string) => `${hits} of ${of}`,
  sensitivities: { low: 'low', normal: 'normal', high: 'high' } satisfies Record<Sensitivity, string>,
  sensitivity: (sensitivity: Sensitivity): string => `sensitivity ${findings.sensitivities[sensitivity]}`,
  evidence,
};
