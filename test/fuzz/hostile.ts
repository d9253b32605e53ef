import fc from 'fast-check';

/** Values that must not appear anywhere in plain text. */
export const NUMBER = '56987654321';
export const CODE = 'CANARY7K42';
export const SECRET = 'canary-of-the-fuzz';

const WORDS = (
  'subscribe subscriptions unsubscribe watch watches unwatch rehearse help form from de desde to a para al at in en las ' +
  'last 3 days últimos días hoy ayer yesterday today mañana monday lunes noviembre nov mayo of this week semana pasada ' +
  'hours horas 9:00 21.30 9am noche until for half an hour compare with vs before every day english español es en ' +
  'santiago utc new york America/Santiago buenos aires notify @here me recovery high low id ref sms message OTP 56001 ' +
  'Reminders 18/11 2026-11-18 2026-11-18..2026-11-19 30/02 1-2-3 99/99/9999 2026-W47 Entel WOM 4711-001-22 (Ana) “Bea”'
).split(' ');

const CONTROLS = (
  '<!channel>  <!here|x>  <@U1>  <#C1|support>  <#C1|>  <tel:+56987654321|+56 9 8765 4321>  ' +
  '<https://wa.me/56987654321|wa.me>  <mailto:a@b.cl>  <!subteam^S1>  &lt;  &amp;amp;  `  *_~'
).split('  ');

const INVISIBLE = '\u202e \u200f \u0000 \ud800 \udfff \u{1f469}\u200d\u{1f680} e\u0301\u0301 \ufdfa \u2028';
const FIGURES = '٩٨٧٦٥ ９８７ 𝟗𝟖𝟕 1e999 -0 NaN 0x10 1_000 99999999999999999999';
const CODE_WORDS =
  '__proto__ constructor toString hasOwnProperty {"__proto__":{"a":1}} [[[[ {"a": \\u0000 %00 %2e%2e ' +
  '$(id) =cmd() ../.. .. . # ((((( ) “ ,';

const TRAPS = [
  ...`${INVISIBLE} ${FIGURES} ${CODE_WORDS}`.split(' '),
  ...['9'.repeat(21), '9'.repeat(400), "'; drop table watches; --", '\n', '\r\n', '\t'],
];

const NUMBERS = [
  '+56 9 8765 4321',
  NUMBER,
  '987654321',
  '(9) 8765-4321',
  '+56(9)8765.4321',
  `00${NUMBER}`,
  '9 8765 4321',
];

/** A word of the commands' grammar, or something that may break a parser. */
const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...CONTROLS) },
  { weight: 3, arbitrary: fc.constantFrom(...TRAPS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

const between = fc.constantFrom(' ', ' ', ' ', ' ', '', '  ', '\n', ', ', '\u00a0');

export const typed: fc.Arbitrary<string> = fc
  .array(fc.tuple(piece, between), { maxLength: 14 })
  .map((pieces) => pieces.flat().join(''));

/** One of the expected values, or anything. */
export function nearly(...values: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...values) },
    { weight: 2, arbitrary: typed },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, '', '-', [], {}, [null], {
        length: 9,
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** Whether a text shows the number, in any grouping, the code or the secret. */
export function isReadable(text: string): boolean {
  return /9\D{0,2}8765\D{0,2}4321/.test(text) || text.includes(CODE) || text.includes(SECRET);
}
