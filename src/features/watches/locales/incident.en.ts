import type { Attribution } from '../../../domain/detection/attribution.ts';
import type { IncidentEnd, LifeEvent } from '../../../domain/detection/events.ts';
import type { AffectedMessages, IncidentLabel } from '../../../domain/detection/incident.ts';
import type { MomentProblem } from '../../../domain/time/moment-ahead.ts';
import { headlines } from '../../../i18n/locales/figures.en.ts';
import { english } from '../../../i18n/plural.ts';
import type { Began, EventFacts, ExampleKinds, Relapse, SpanTime, StatementFacts } from './shapes.ts';
import { watch } from './watch.en.ts';

const { counted, many } = english;

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<Attribution | 'unknown', string>>>> = {
  now: {
    platform: 'The messages wait at the SMS platform before they are handed to the operator.',
    link: 'The operator doesn’t get the messages from the SMS platform, while other operators get theirs.',
    operator:
      'The SMS platform has handed the messages over; they wait after that, with the operator or at the handsets.',
    shared:
      'The messages of several operators wait at once after they were handed over, which points to one cause, at the SMS platform or between it and the operators.',
    unknown: 'From here we can’t tell on whose side the cause is.',
  },
  over: {
    platform: 'The messages waited at the SMS platform before they were handed to the operator.',
    link: 'The operator didn’t get the messages from the SMS platform, while other operators got theirs.',
    operator:
      'The SMS platform had handed the messages over; they waited after that, with the operator or at the handsets.',
    shared:
      'The messages of several operators waited at once after they had been handed over, which points to one cause, at the SMS platform or between it and the operators.',
    unknown: 'From here we can’t tell on whose side the cause was.',
  },
};

export const pack = {
  reading: 'Collecting examples for the escalation pack.',
  sent: 'The escalation pack is in your DMs with SMS Desk.',
  fullNumbers: 'Numbers in full',
  fullNumbersSent:
    'The file with the numbers in full is in your DMs with SMS Desk. It’s recorded, with your reason.',
  isFor: {
    platform: () => 'For the SMS platform’s support: the delay is on its side.',
    link: (operators) =>
      `For the SMS platform’s support: the delay is between the platform and ${operators}.`,
    operator: (operators) =>
      `For ${operators}, through the SMS platform’s support: the delay comes after the hand-over.`,
    shared: () =>
      'For the SMS platform’s support: what hits several operators at once is most likely on its side.',
    unknown: () => 'For the SMS platform’s support, which can look into both sides.',
  } satisfies Record<Attribution | 'unknown', (operators: string) => string>,
  introduction: 'Copy the text in their language. It contains no full phone number and no message text.',
  statementTitle: 'English',
  examples: (shown: number, of: number, time: string) =>
    `The file has ${shown === of ? many(of, 'example', 'examples') : `${shown} of ${many(of, 'example', 'examples')}`} of ${time}. Find a message by its masked number and its exact times (UTC).`,
  noExamples: 'No examples in that time, so there’s no file.',
  examplesFailed: 'The platform gave no examples, so there’s no file. Try again in a few minutes.',
  noPlatformPack: {
    sentence: 'There’s no escalation pack for the platform itself: nothing can be read from it.',
    nextStep: 'Tell the people who run it when it stopped answering; Details has the times.',
  },
  statement: (facts: StatementFacts) =>
    [
      `${facts.to === undefined ? `Since ${facts.from}${facts.isFirstSeen ? ' or longer' : ''}, for ${facts.lasted} so far, we see` : `From ${facts.from}${facts.isFirstSeen ? ' or earlier' : ''} to ${facts.to}, for ${facts.lasted}, we saw`} trouble with SMS: ${facts.subject}.`,
      CAUSES[facts.to === undefined ? 'now' : 'over'][facts.owner ?? 'unknown'],
      ...(facts.worstAt === undefined
        ? []
        : [
            `At its worst, ${facts.worstAt}${facts.isOfAll ? ', counting the messages of all operators' : ''}:`,
          ]),
      ...facts.findings,
      ...(facts.affected === undefined ? [] : [facts.affected]),
      ...(facts.examples === undefined
        ? []
        : [
            `Messages concerned, of those handed to the SMS platform ${facts.examples.time} (as of ${facts.examples.readAt}):`,
            ...facts.examples.sections,
            `The attached file has ${facts.examples.shown} of them. Find a row by its masked number and exact times, in UTC.`,
          ]),
      facts.to === undefined
        ? 'Please tell us the cause, and when you expect it to be solved.'
        : 'Please tell us the cause, and whether it’s solved.',
    ].join('\n'),
  section(operator: string, of: number, { failed, late, waiting, slow, notHandedOver }: ExampleKinds) {
    const kinds = [
      ...(notHandedOver > 0 ? [`${counted(notHandedOver)} not handed over to the operator at all`] : []),
      ...(slow > 0 ? [`${counted(slow)} handed over to the operator after more than 30 s`] : []),
      ...(waiting > 0 ? [`${counted(waiting)} without a receipt for over 2 minutes`] : []),
      ...(late > 0 ? [`${counted(late)} delivered after more than 2 minutes`] : []),
      ...(failed > 0 ? [`${counted(failed)} failed`] : []),
    ];
    return `- ${operator}: ${many(of, 'message', 'messages')} (${kinds.join(', ')})`;
  },
};

const { verdicts, missingRange } = headlines.incident;

const verdictSince = (verdict: IncidentLabel, began: Began) => {
  if ('firstSeen' in began) return `${verdicts[verdict]}, first seen ${began.firstSeen}`;
  const { since, relapse } = began;
  if (!relapse) return `${verdicts[verdict]} since ${since}`;
  return `${verdicts[verdict]} again since ${since} (${ordinal(relapse.times)} time since ${relapse.first})`;
};

const ordinal = (count: number) =>
  ['first', 'second', 'third', 'fourth', 'fifth'][count - 1] ?? `${counted(count)}th`;

/** `when` is formatted by `Formatter.since`; `calledAt` is the time at which the incident was closed. */
const became: Record<IncidentEnd, (when: string, lasted: string, calledAt: string | undefined) => string> = {
  ended: (when, lasted, calledAt) =>
    `Recovered ${when}, after ${lasted}.${calledAt === undefined ? '' : ` Closed ${calledAt}, after good checks in a row.`}`,
  lost_sight: (when) => `Too few messages since ${when} to tell if it works again.`,
  unchecked: (when) =>
    `No check for over an hour after ${when}. If it’s still happening, a new message comes.`,
  unwatched: (when) => `No channel has watched with this sensitivity since ${when}.`,
};

export const incident = {
  /** `subject` is a list of operators or one of the texts above. */
  headline: (subject: string, verdict: IncidentLabel, began: Began) =>
    `${subject}: ${verdictSince(verdict, began)}`,
  recoveringHeadline: (subject: string, verdict: IncidentLabel, began: Began) =>
    `${subject}: recovering (${verdictSince(verdict, began)})`,
  /** `until` is formatted by `Formatter.since`; `undefined` for a snooze until recovery. */
  snoozedHeadline: (subject: string, verdict: IncidentLabel, began: Began, until: string | undefined) =>
    `${subject}: snoozed until ${until ?? 'it recovers'} (${verdictSince(verdict, began)})`,
  over: {
    ended: (subject, duration, times) =>
      `${subject}: recovered after ${duration}${times > 1 ? ` (bad ${counted(times)} times)` : ''}`,
    lost_sight: (subject) => `${subject}: closed, too few messages to tell`,
    unchecked: (subject) => `${subject}: closed, not checked for over an hour`,
    unwatched: (subject) => `${subject}: no longer watched`,
  } satisfies Record<IncidentEnd, (subject: string, duration: string, times: number) => string>,
  about: (duration: string) => `about ${duration}`,
  resolvedHeadline: (subject: string, name: string) => `${subject}: resolved by ${name}`,
  recovering: (since: string | undefined) =>
    since === undefined
      ? 'The latest checks were better. It closes if that lasts.'
      : `Normal since ${since}. It closes if that lasts.`,
  platformRecovering: (since: string | undefined) =>
    `It answers again${since === undefined ? '' : ` since ${since}`}. It closes if that lasts.`,
  /** When each operator was bad; a time without an end lasts. */
  span: (name: string, times: readonly SpanTime[]) =>
    `${name}: ${times.map((time) => ('since' in time ? `since ${time.since}${time.isBetter ? ', now better' : ''}` : time.hours)).join(', ')}`,
  noLogin: 'It doesn’t let SMS Desk log in.',
  noReport: 'It answers without figures, or not at all.',
  unreadable: {
    invalid_answer: 'It answers with something that isn’t figures, perhaps a maintenance page.',
    not_found: 'It answers “not found”.',
  },
  refused: {
    rate_limited: 'It says it’s asked too often.',
    busy: 'SMS Desk is too busy to read it.',
    other: 'It refuses what SMS Desk asks for.',
  },
  refusedNext: 'Ask whoever runs SMS Desk to look at its log.',
  unseen: {
    platform: (since: string) => `No check since ${since}: platform unreachable.`,
    tooLittle: (since: string) => `No check since ${since}: too few messages.`,
  },
  foundBefore: 'Before:',
  atWorst: (when: string, finding: string) => `At its worst (${when}): ${finding}`,
  seen: (now: string, usual: string) => `${now}, usually ${usual}`,
  packNext: 'Open a ticket with the escalation pack.',
  operators: (names: string) => `Affected: ${names}.`,
  affectedInFull: ({ late, failed, missing, mostMissing }: AffectedMessages) =>
    [
      ...(mostMissing > 0
        ? [`Compared with the last weeks, ${missingRange(missing, mostMissing)} did not come in.`]
        : []),
      ...(failed > 0 ? [`About ${many(failed, 'message', 'messages')} more than usual failed.`] : []),
      ...(late > 0
        ? [
            `About ${many(late, 'message', 'messages')} more than usual ${late === 1 ? 'was' : 'were'} late (over 2 minutes).`,
          ]
        : []),
    ].join(' '),
  became,
  unacknowledged: 'No one has it yet',
  acknowledged: (name: string) => `${name} has it`,
  closed: (when: string) => `Closed ${when}, after good checks in a row`,
  worksAgain: (since: string, closed: string) => `Worked again from ${since} · closed ${closed}`,
  resolved: 'No new alert until it recovers',
  snoozed: (until: string | undefined) => `snoozed until ${until ?? 'it recovers'}`,
  notes: {
    asOf: (since: string) => `as of ${since}`,
    corrected: (when: string) => `counted again ${when}, with late receipts`,
    comparedWith: (weeks: number, isReconstructed: boolean) =>
      `compared with this hour of the last ${weeks === 1 ? 'week' : `${counted(weeks)} weeks`}${isReconstructed ? ', estimated' : ''}`,
  },

  thread: {
    worsened: (subject: string, verdict: IncidentLabel) => `${subject}: worse now (${verdicts[verdict]}).`,
    widened: (names: string) => `More operators are affected now: ${names}.`,
    relapsed: (subject: string, verdict: IncidentLabel, { times, first }: Relapse) =>
      `${subject}: ${verdicts[verdict]} again (${ordinal(times)} time since ${first}).`,
    acknowledged: (name: string) => `${name} has it.`,
    resolved: (name: string) => `${name} resolved it. No new alert until it recovers.`,
    snoozed: (name: string, until: string | undefined) =>
      `${name} snoozed it until ${until ?? 'it recovers'}: no updates here until then; the message above stays current.`,
    woken: (name: string | undefined) =>
      name === undefined ? 'The snooze is over, and the incident goes on.' : `${name} ended the snooze.`,
    lost_sight: 'Closed: too few messages for an hour to tell if it works again.',
    unwatched: 'Closed: no channel watches with this sensitivity any more.',
  },

  buttons: {
    acknowledge: 'Acknowledge',
    snoozeFor: (minutes: number) =>
      `Snooze ${minutes < 60 ? `${minutes} minutes` : many(minutes / 60, 'hour', 'hours')}`,
    snoozeToTheEnd: 'Snooze until it recovers',
    snoozeOther: 'Snooze for another time…',
    wake: 'End the snooze',
    resolve: 'Resolve',
    details: 'Details',
  },
  snoozeForm: {
    title: 'Snooze',
    submit: 'Snooze',
    until: 'For how long, or until when?',
    untilHint: (zone: string) =>
      `Such as 45 min, 3 hours, until 14:30 or tomorrow 9:00; times are in ${zone}. A week at most.`,
    problems: {
      not_understood: 'I don’t understand that time. Write it like 45 min or until 14:30.',
      past: 'That time has passed. Choose a later one.',
      too_long: 'That’s more than a week. Choose less, or snooze until it recovers.',
    } satisfies Record<MomentProblem, string>,
  },
  resolving: {
    title: 'Resolve this incident?',
    text: 'No new alert comes until it recovers, even if it goes on.',
    confirm: 'Resolve',
    deny: 'Leave it open',
  },

  already: {
    acknowledged: (name: string, when: string) => `${name} has had it since ${when}.`,
    resolved: (name: string, when: string) => `${name} resolved it ${when}.`,
    snoozed: 'It’s already snoozed for that long.',
    woken: 'It isn’t snoozed.',
  },
  isOver: (when: string) => `It ended ${when}: nothing left to do.`,
  forgotten: (days: number) => ({
    sentence: 'This incident has been deleted.',
    nextStep: `Incidents are kept for ${days === 1 ? 'a day' : `${days} days`} after they end. To see how SMS is now, run /sms-check.`,
  }),

  details: {
    title: (subject: string) => `Details: ${subject}`,
    now: 'Also in the latest check',
    worst: (when: string) => `At its worst, ${when}`,
    history: 'History',
    events: {
      began: ({ verdict }) => `noticed: ${verdict}`,
      worsened: ({ verdict }) => `worse: ${verdict}`,
      widened: () => 'more operators',
      relapsed: ({ verdict }) => `bad again: ${verdict}`,
      resumed: () => 'not over: the same problem goes on',
      acknowledged: ({ name }) => `${name} has it`,
      resolved: ({ name }) => `resolved by ${name}`,
      snoozed: ({ name }) => `snoozed by ${name}`,
      woken: ({ name }) => (name === undefined ? 'snooze over' : `snooze ended by ${name}`),
      ended: () => 'closed: recovered',
      lost_sight: () => 'closed: too few messages to tell',
      unchecked: () => 'closed: not checked for over an hour',
      unwatched: () => 'closed: no longer watched',
    } satisfies Record<LifeEvent['kind'], (event: EventFacts) => string>,
    tooMany: (count: number) => `${many(count, 'earlier entry', 'earlier entries')} not shown`,
  },

  pack,
  watch,
};
