import { SECONDS_A_DAY } from '../calendar.ts';
import { createDraw } from './draw.ts';
import type { SandboxMessage } from './message.ts';
import { type Scene, scenes } from './scenes.ts';

/** A number whose messages always tell the same story, whatever the day. */
export interface Story {
  readonly name: StoryName;
  /** As people write it, such as `+56 9 1234 5678`. */
  readonly number: string;
  readonly about: string;
  readonly when?: string;
}

export type StoryName = keyof typeof scenes;

export const stories: readonly Story[] = [
  {
    name: 'delivered',
    number: '+56 9 1234 5678',
    about: 'all is well: delivered by Entel within seconds',
    when: 'three a day, in office hours',
  },
  {
    name: 'failed',
    number: '+56 9 1111 0001',
    about: 'every message fails at the operator: sent_failed, later in the day undeliverable',
    when: 'four a day',
  },
  {
    name: 'waiting',
    number: '+56 9 1111 0002',
    about: 'the newest message always waits for its receipt, which takes 10 min 20 s to reach the platform',
    when: 'every ten minutes',
  },
  {
    name: 'stuck',
    number: '+56 9 1111 0003',
    about: 'handed over, then no receipt ever: enroute',
    when: 'two a day',
  },
  {
    name: 'no-hand-over',
    number: '+56 9 1111 0004',
    about: 'accepted by the platform, never handed over',
    when: 'two a day',
  },
  {
    name: 'dashes',
    number: '+56 9 1111 0005',
    about: 'the platform kept nothing but the number: every other field is "-"',
    when: 'two a day',
  },
  {
    name: 'clock-off',
    number: '+56 9 1111 0006',
    about: "delivered, but the operator's clock is two hours behind",
    when: 'three a day',
  },
  {
    name: 'hostile',
    number: '+56 9 1111 0007',
    about: 'texts with Slack markup, formulas, control characters, 4,000 characters',
    when: 'eight a day',
  },
  { name: 'many', number: '+56 9 1111 0008', about: 'hundreds of messages', when: '150 a day' },
  { name: 'none', number: '+56 9 1111 0009', about: 'never any message' },
  {
    name: 'late',
    number: '+56 9 1111 0010',
    about: 'delivered, now and then only after 25 minutes',
    when: 'four a day',
  },
  {
    name: 'no-receipts',
    number: '+56 9 1111 0011',
    about: 'an operator that never sends receipts (Ruta Andina): sent for ever',
    when: 'two a day',
  },
  { name: 'foreign', number: '+34 612 345 678', about: 'a number in Spain, delivered', when: 'two a day' },
];

/** Each story has a thousand places of a day of its own. */
const PLACES_PER_STORY = 1000;

function digitsOf(story: Story): string {
  return story.number.replaceAll(/\D/g, '');
}

/** The messages of all named numbers, or of one, on a UTC day, in time order. */
export function storyMessages(seed: number, day: number, msisdn?: string): readonly SandboxMessage[] {
  return stories
    .flatMap((story, index) =>
      msisdn === undefined || digitsOf(story) === msisdn
        ? scenes[story.name].map((scene, turn) =>
            messageOf(seed, { day, place: index * PLACES_PER_STORY + turn, msisdn: digitsOf(story) }, scene),
          )
        : [],
    )
    .sort((a, b) => a.submittedAt - b.submittedAt || a.place - b.place);
}

function messageOf(
  seed: number,
  { day, place, msisdn }: Pick<SandboxMessage, 'day' | 'place' | 'msisdn'>,
  scene: Scene,
): SandboxMessage {
  const { at, operator, sender, fate } = scene;
  return {
    day,
    place,
    msisdn,
    operator,
    sender,
    text: scene.write(createDraw(seed, day, place, 0xf)),
    submittedAt: day * SECONDS_A_DAY + at,
    fate,
    ...(scene.isLost && { lost: true }),
  };
}
