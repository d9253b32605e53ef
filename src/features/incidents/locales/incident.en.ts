import type { Owner } from '../../../domain/incidents/attribution.ts';
import type { End, IncidentAction, LifeEvent } from '../../../domain/incidents/events.ts';
import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { english } from '../../../i18n/plural.ts';
import type { Began, ExampleKinds, IncidentLabel, StatementFacts } from './shapes.ts';
import { watch } from './watch.en.ts';

const { counted, many } = english;

const verdicts: Readonly<Record<IncidentLabel, string>> = {
  degraded: 'worse than usual',
  down: 'down',
  down_or_late: 'down or late',
  silent: 'hardly any messages',
  clock_off: 'clock off',
  platform_unreachable: 'cannot be read',
};

const called = (verdict: IncidentLabel, began: Began) =>
  'since' in began
    ? `${verdicts[verdict]} since ${began.since}`
    : `${verdicts[verdict]}, first seen ${began.firstSeen}`;

/**
 * What has become of it; `when` is what `Formatter.since` makes, as is the `until` of a snooze. `calledAt` is the moment
 * at which it was called over, where that is later.
 */
const became: Record<End, (when: string, lasted: string, calledAt: string | undefined) => string> = {
  ended: (when, lasted, calledAt) =>
    `Recovered ${when}, after ${lasted}.${calledAt === undefined ? '' : ` Called over with the third good check in a row (${calledAt}).`}`,
  lost_sight: (when) => `Since ${when} there is too little traffic to tell; it is no longer followed.`,
  unchecked: (when) =>
    `From ${when} on it was not checked for over an hour, so whether it works again is not known; it is no longer followed. Trouble that there still is gets a message of its own.`,
  unwatched: (when) =>
    `Since ${when} no channel watches with this sensitivity any more; it is no longer followed.`,
};

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<Owner | 'unknown', string>>>> = {
  now: {
    platform: 'The messages wait at the messaging platform before they are handed to the operator.',
    link: 'The operator does not get the messages from the messaging platform, while other operators get theirs.',
    operator:
      'The messaging platform has handed the messages over; they wait after that, with the operator or at the handsets.',
    shared:
      'The messages of several operators wait at once after they were handed over, which speaks for one cause, at the messaging platform or between it and the operators.',
    unknown: 'From here it cannot be told on whose side the cause is.',
  },
  over: {
    platform: 'The messages waited at the messaging platform before they were handed to the operator.',
    link: 'The operator did not get the messages from the messaging platform, while other operators got theirs.',
    operator:
      'The messaging platform had handed the messages over; they waited after that, with the operator or at the handsets.',
    shared:
      'The messages of several operators waited at once after they had been handed over, which speaks for one cause, at the messaging platform or between it and the operators.',
    unknown: 'From here it cannot be told on whose side the cause was.',
  },
};

/** What is said of an escalation report to whoever asks for it, and what they send on, in both languages. */
const pack = {
  reading: 'Reading examples from the platform. The escalation pack comes to your direct messages.',
  title: 'Escalation pack',
  isFor: {
    platform: () => 'For the support of the messaging platform, whose delay it is.',
    link: (operators) =>
      `For the support of the messaging platform: the delay is between the platform and ${operators}.`,
    operator: (operators) =>
      `For ${operators}, by way of the messaging platform’s support: the delay comes after the hand-over.`,
    shared: () =>
      'For the support of the messaging platform: what several operators have at once is likelier its doing.',
    unknown: () => 'For the support of the messaging platform, which can look into both sides.',
  } satisfies Record<Owner | 'unknown', (operators: string) => string>,
  introduction:
    'Copy the statement in their language. The pack holds no whole phone number and no text of a message.',
  statementTitle: 'English',
  /** `time` is in UTC. */
  examples: (shown: number, of: number, time: string) =>
    `The file has ${shown === of ? many(of, 'example', 'examples') : `${shown} of ${many(of, 'example', 'examples')}`} of ${time}. The platform gives messages no identifier: a row is known by its masked number with its exact times, which are in UTC.`,
  noExamples: 'There are no examples in the time that was looked through, so there is no file.',
  examplesFailed:
    'Examples could not be read from the platform, so there is no file. Try again in a few minutes.',
  noPlatformPack: {
    sentence: 'For an incident of the platform there is no escalation pack: nothing of it can be read.',
    nextStep: 'Tell the people who run it since when it cannot be reached; Details has the times.',
  },
  statement: ({
    subject,
    from,
    isFirstSeen,
    to,
    lasted,
    owner,
    affected,
    worstAt,
    isOfAll,
    findings,
    examples,
  }: StatementFacts) =>
    [
      `${to === undefined ? `Since ${from}${isFirstSeen ? ' or longer' : ''}, for ${lasted} so far, we see` : `From ${from}${isFirstSeen ? ' or earlier' : ''} to ${to}, for ${lasted}, we saw`} trouble with SMS: ${subject}.`,
      CAUSES[to === undefined ? 'now' : 'over'][owner ?? 'unknown'],
      ...(worstAt === undefined
        ? []
        : [`At its worst, ${worstAt}${isOfAll ? ', counting the messages of all operators' : ''}:`]),
      ...findings,
      ...(affected === undefined ? [] : [affected]),
      ...(examples === undefined
        ? []
        : [
            `Messages concerned, of those handed to the messaging platform ${examples.time} (as of ${examples.readAt}):`,
            ...examples.sections,
            `The attached file has ${examples.shown} of them. A row is known by its masked number with its exact times, in UTC.`,
          ]),
      to === undefined
        ? 'Please tell us the cause, and when it is expected to be solved.'
        : 'Please tell us the cause, and whether it is solved.',
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

export const incident = {
  all: 'All operators',
  platform: 'The messaging platform',
  several: (count: number) => `${counted(count)} operators`,
  /** `subject` names an operator or some, or is one of those above. */
  headline: (subject: string, verdict: IncidentLabel, began: Began) =>
    `${subject}: ${called(verdict, began)}`,
  recoveringHeadline: (subject: string, verdict: IncidentLabel, began: Began) =>
    `${subject}: recovering (${called(verdict, began)})`,
  over: {
    ended: (subject, duration) => `${subject}: recovered after ${duration}`,
    lost_sight: (subject) => `${subject}: too little traffic to see whether it works again`,
    unchecked: (subject) => `${subject}: not checked for too long to tell whether it works again`,
    unwatched: (subject) => `${subject}: no longer watched`,
  } satisfies Record<End, (subject: string, duration: string) => string>,
  /** Somebody has resolved it, and it is not known to be over. */
  resolvedHeadline: (subject: string, name: string) => `${subject}: resolved by ${name}`,
  /** Nothing was found at the latest check, and it is not over yet; good since then, where it is quite well. */
  recovering: (since: string | undefined) =>
    since === undefined
      ? 'The latest check found nothing unusual. It is over once three in a row are well within what is usual.'
      : `Nothing unusual since ${since}. It is over once three checks in a row are well within what is usual.`,
  platformRecovering: (since: string | undefined) =>
    `The platform answers again${since === undefined ? '' : `, since ${since}`}. It is over once three checks in a row could read it.`,
  goesOnAt: (names: string) => `Still worse than usual: ${names}. That is told in a message of its own.`,
  noLogin: 'The platform does not let SMS Desk log in.',
  noReport: 'The platform answers without figures that can be read, or not at all.',
  /** The platform answers, and does not let itself be read; what to do then. */
  refused: {
    rate_limited: 'The platform does not let itself be read: it says that it is asked too often.',
    busy: 'SMS Desk is too busy to read the platform.',
    other: 'The platform refuses what SMS Desk asks for.',
  },
  refusedNext:
    'Whoever runs SMS Desk finds the reason in its log. Until it is solved, nobody is told whether SMS works.',
  /** Why nothing could be told since then; what else is said is older. */
  unseen: {
    platform: (since: string) => `Could not be checked since ${since}: the platform cannot be read.`,
    tooLittle: (since: string) =>
      `Could not be checked since ${since}: there is too little traffic, now or to compare with.`,
  },
  foundBefore: 'What was found before:',
  atWorst: (when: string, finding: string) => `At its worst (${when}): ${finding}`,
  nextStep: 'Next step:',
  /** Of an incident of all: the operators that are bad by themselves. */
  operators: (names: string) => `Affected: ${names}.`,
  affected: (count: number) =>
    `About ${many(count, 'message', 'messages')} more than usual ${count === 1 ? 'was' : 'were'} not delivered within 2 minutes.`,
  resolvedNext: 'It is not reported again before it has recovered once.',
  became,
  acknowledged: (name: string, when: string) => `Acknowledged by ${name}, ${when}`,
  resolved: (name: string, when: string) => `Resolved by ${name}, ${when}`,
  snoozed: (name: string, until: string | undefined) =>
    `Snoozed by ${name} until ${until ?? 'it has recovered'}`,
  notes: {
    asOf: (since: string) => `as of ${since}`,
    comparedWith: (weeks: number, isReconstructed: boolean) =>
      `compared with this hour of the last ${many(weeks, 'week', 'weeks')}${isReconstructed ? ', reconstructed' : ''}`,
    sensitivity: (sensitivity: Sensitivity) => `sensitivity ${watch.sensitivities[sensitivity]}`,
  },

  /** What the thread says of each event but the first. */
  thread: {
    worsened: (subject: string, verdict: IncidentLabel) => `${subject} is worse now: ${verdicts[verdict]}.`,
    widened: 'It is no longer one operator alone: from now on this is about all that are affected.',
    acknowledged: (name: string) => `${name} has acknowledged it.`,
    resolved: (name: string) =>
      `${name} has resolved it. It is not reported again before it has recovered once.`,
    snoozed: (name: string, until: string | undefined) =>
      `${name} has snoozed it until ${until ?? 'it has recovered'}: until then only the message above is brought up to date.`,
    /** `name` left out: the time was up. */
    woken: (name: string | undefined) =>
      name === undefined ? 'The snooze is over, and the incident goes on.' : `${name} has ended the snooze.`,
    lost_sight:
      'For an hour there has been too little traffic to tell by. This says nothing of whether it works again.',
    unwatched: 'No channel watches with this sensitivity any more, so this is no longer followed.',
  },

  buttons: {
    acknowledge: 'Acknowledge',
    snooze: 'Snooze',
    snoozeFor: (minutes: number) =>
      minutes < 60 ? `For ${minutes} minutes` : `For ${many(minutes / 60, 'hour', 'hours')}`,
    snoozeToTheEnd: 'Until it has recovered',
    wake: 'End the snooze',
    resolve: 'Resolve',
    details: 'Details',
    pack: 'Escalation pack',
  },
  resolving: {
    title: 'Resolve this incident?',
    text: 'It is not reported again before it has recovered once, even if it goes on.',
    confirm: 'Resolve',
    deny: 'Leave it open',
  },

  done: {
    acknowledged: 'You have acknowledged it; everybody can see that in the message.',
    resolved: 'You have resolved it; everybody can see that in the message.',
    snoozed: 'You have snoozed it. The message goes on being brought up to date and shows until when.',
    woken: 'You have ended the snooze.',
  } satisfies Record<IncidentAction['kind'], string>,
  already: {
    acknowledged: (name: string, when: string) => `${name} acknowledged it ${when}.`,
    resolved: (name: string, when: string) => `${name} resolved it ${when}.`,
    snoozed: 'It is snoozed for that time already.',
    woken: 'It is not snoozed.',
  },
  isOver: (when: string) => `It was over ${when}: there is nothing left to do.`,
  forgotten: {
    sentence: 'This incident is no longer kept.',
    nextStep: 'Incidents are kept for 90 days after they are over. For now, ask /sms-check.',
  },

  details: {
    now: 'Latest check',
    worst: (when: string) => `At its worst, ${when}`,
    history: 'History',
    event(kind: LifeEvent['kind'], verdict: IncidentLabel | undefined, name: string | undefined) {
      switch (kind) {
        case 'began':
          return `noticed: ${verdicts[verdict ?? 'degraded']}`;
        case 'worsened':
          return `worse: ${verdicts[verdict ?? 'down']}`;
        case 'widened':
          return 'about several operators from now on';
        case 'acknowledged':
          return `acknowledged by ${name}`;
        case 'resolved':
          return `resolved by ${name}`;
        case 'snoozed':
          return `snoozed by ${name}`;
        case 'woken':
          return name === undefined ? 'snooze over' : `snooze ended by ${name}`;
        case 'ended':
          return 'called over: recovered';
        case 'lost_sight':
          return 'too little traffic to tell';
        case 'unchecked':
          return 'no longer followed: not checked for over an hour';
        case 'unwatched':
          return 'no longer watched';
      }
    },
    tooMany: (count: number) => `${many(count, 'earlier entry', 'earlier entries')} not shown`,
  },

  pack,
  watch,
};
