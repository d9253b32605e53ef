import type { Owner } from '../../../domain/incidents/attribution.ts';
import { english } from '../../../i18n/plural.ts';
import type { ExampleKinds, StatementFacts } from './shapes.ts';

const { counted, many } = english;

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<Owner | 'unknown', string>>>> = {
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

/** What is said of an escalation report to whoever asks for it, and what they send on, in both languages. */
export const pack = {
  reading: 'Collecting examples for the escalation pack.',
  sent: 'The escalation pack is in your DMs with SMS Desk.',
  /** A button under it, and what is said then. */
  whole: 'Numbers in full',
  wholeSent:
    'The file with the numbers in full is in your DMs with SMS Desk. It’s recorded, with your reason.',
  title: 'Escalation pack',
  isFor: {
    platform: () => 'For the SMS platform’s support: the delay is on its side.',
    link: (operators) =>
      `For the SMS platform’s support: the delay is between the platform and ${operators}.`,
    operator: (operators) =>
      `For ${operators}, through the SMS platform’s support: the delay comes after the hand-over.`,
    shared: () =>
      'For the SMS platform’s support: what hits several operators at once is most likely on its side.',
    unknown: () => 'For the SMS platform’s support, which can look into both sides.',
  } satisfies Record<Owner | 'unknown', (operators: string) => string>,
  introduction: 'Copy the text in their language. It holds no full phone number and no message text.',
  statementTitle: 'English',
  /** `time` is in UTC. */
  examples: (shown: number, of: number, time: string) =>
    `The file has ${shown === of ? many(of, 'example', 'examples') : `${shown} of ${many(of, 'example', 'examples')}`} of ${time}. Find a message by its masked number and its exact times (UTC).`,
  noExamples: 'No examples in that time, so there’s no file.',
  examplesFailed: 'The platform gave no examples, so there’s no file. Try again in a few minutes.',
  noPlatformPack: {
    sentence: 'There’s no escalation pack for the platform itself: nothing can be read from it.',
    nextStep: 'Tell the people who run it when it stopped answering; Details has the times.',
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
            `Messages concerned, of those handed to the SMS platform ${examples.time} (as of ${examples.readAt}):`,
            ...examples.sections,
            `The attached file has ${examples.shown} of them. A row is known by its masked number with its exact times, in UTC.`,
          ]),
      to === undefined
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
