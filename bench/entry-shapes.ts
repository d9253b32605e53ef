import { pick, type Random } from './draw.ts';

/** Ways in which a platform may write the same entry. */
export const SHAPES = {
  ordered: 'keys always in one order',
  reordered: 'in an order that changes',
  optional: 'optional and unknown fields in some',
  pretty: 'pretty-printed',
  escaped: 'raw UTF-8 beside `\\u` escapes',
} as const;

export type Shape = keyof typeof SHAPES;

type ShapedFields = Readonly<Record<string, unknown>>;

/** Returns a function that writes an entry as JSON in this shape. The values are the same in every shape. */
export function writerOf(shape: Shape, draw: Random): (entry: ShapedFields) => string {
  switch (shape) {
    case 'ordered':
      return JSON.stringify;
    case 'reordered':
      return (entry) => JSON.stringify(Object.fromEntries(shuffled(Object.entries(entry), draw)));
    case 'optional':
      return (entry) => JSON.stringify(withOthers(entry, draw));
    case 'pretty':
      return (entry) => `\n${JSON.stringify(entry, undefined, 2)}`.replaceAll('\n', '\n    ');
    case 'escaped':
      return (entry) => JSON.stringify(entry).replaceAll(/[^ -~]/gu, (letter) => escapedOrNot(letter, draw));
  }
}

function shuffled<T>(list: T[], draw: Random): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}

/** Undocumented fields; some hold decoys that a careless reader would count as fields of the entry. */
const OTHERS: readonly (readonly [string, unknown])[] = [
  ['parts', 2],
  ['cost', -1.5e-7],
  ['is_flash', false],
  ['campaign', null],
  ['tags', ['otp', 'banco "sur"', []]],
  ['price', { amount: '12.50', tiers: [{ from: 0, to: 1000 }, {}], text: '},{"msisdn":"+1"' }],
  ['route', { name: 'norte', status: 'expired', hops: [{ operator: 'Otra', time_dlr: '-' }] }],
];
const OTHERS_SHARE = 0.4;

/** Omits optional fields from some entries and adds unknown fields to some. */
function withOthers(entry: ShapedFields, draw: Random): ShapedFields {
  const fields = Object.entries(entry).filter(([name, value]) => draw() >= shareLeftOut(name, value));
  while (draw() < OTHERS_SHARE) {
    const [name, value] = pick(OTHERS, draw);
    fields.splice(Math.floor(draw() * (fields.length + 1)), 0, [name, value]);
  }
  return Object.fromEntries(fields);
}

function shareLeftOut(name: string, value: unknown): number {
  if (name === 'text') return 0.1;
  const saysNothing = name === 'operator' ? value === '' : name.startsWith('time_') && value === '-';
  return saysNothing ? 0.5 : 0;
}

/** Escapes a character with a probability of one half. */
function escapedOrNot(letter: string, draw: Random): string {
  if (draw() < 0.5) return letter;
  const units = Array.from({ length: letter.length }, (_, index) => letter.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
