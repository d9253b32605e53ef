import type { Owner } from '../../../domain/incidents/attribution.ts';
import { english } from '../../../i18n/plural.ts';
import type { ExampleKinds, StatementFacts } from './shapes.ts';

const { counted, many } = english;

const WHOSE: Readonly<Record<'now' | 'over', Readonly<Record<Owner | 'unknown', string>>>> = {
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
export const escalation = {
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
      WHOSE[to === undefined ? 'now' : 'over'][owner ?? 'unknown'],
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
