/** Maps each word, in lower case and without accents, to the index of its entry in the list. */
const named = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.flatMap((same, at) => (same.match(/\S+/g) ?? []).map((word) => [word, at] as const)));

export const MONTHS = named([
  '',
  'january jan enero ene',
  'february feb febrero',
  'march mar marzo',
  'april apr abril abr',
  'may mayo',
  'june jun junio',
  'july jul julio',
  'august aug agosto ago',
  'september sept sep septiembre setiembre set',
  'october oct octubre',
  'november nov noviembre',
  'december dec diciembre dic',
]);

/** Weekday numbers by name; Sunday is 0. `mar` for “martes” is missing, because it means the month March. */
export const WEEKDAYS = named([
  'sunday sun domingo dom',
  'monday mon lunes lun',
  'tuesday tues tue martes',
  'wednesday weds wed miercoles mie',
  'thursday thurs thur thu jueves jue',
  'friday fri viernes vie',
  'saturday sat sabado sab',
]);

export const RELATIVE_DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['hoy', 0],
  ['now', 0],
  ['ahora', 0],
  ['yesterday', -1],
  ['ayer', -1],
  ['day before yesterday', -2],
  ['anteayer', -2],
  ['antier', -2],
  ['antes de ayer', -2],
  ['antesdeayer', -2],
  ['ante ayer', -2],
  ['tomorrow', 1],
  ['manana', 1],
  ['pasado manana', 2],
]);

export const NUMBER_WORDS = named([
  '',
  'one un una a an',
  'two dos',
  'three tres',
  'four cuatro',
  'five cinco',
  'six seis',
  'seven siete',
  'eight ocho',
  'nine nueve',
  'ten diez',
  'eleven once',
  'twelve doce',
  'thirteen trece',
  'fourteen catorce',
  'fifteen quince',
]);

/** Start and end of each part of a day, in minutes since midnight; a negative time is on the day before. */
export const PARTS_OF_DAY: ReadonlyMap<string, readonly [from: number, to: number]> = new Map(
  (
    [
      ['morning|this morning|in the morning|en la manana|por la manana|esta manana', 0, 12],
      ['afternoon|this afternoon|in the afternoon|en la tarde|por la tarde|esta tarde', 12, 20],
      ['evening|this evening|in the evening|night|at night|tonight', 18, 24],
      ['noche|en la noche|por la noche|esta noche', 18, 24],
      ['madrugada|en la madrugada|de madrugada|esta madrugada', 0, 6],
      ['last night|anoche', -6, 6],
    ] as const
  ).flatMap(([names, from, to]) => names.split('|').map((name) => [name, [from * 60, to * 60]] as const)),
);

const JOINING =
  'a about after ago al an and around antes at before between casi como de del desde despues dia durante during el en entre e eso esta este for from hace hacia hasta in la las last los month months mes meses of on onwards adelante partir pasada pasado anterior past previous since starting the this through thru till to ultima ultimas ultimo ultimos unas unos until y week weeks weekend fin finde just moment while recien rato ratito momento poco semana semanas sem day days dias hour hours hora horas hr hrs hs h d w half media min mins minute minutes minuto minutos m am pm p noon midnight mediodia medianoche madrugada primero alas tipo cerca medio btwn quarter cuarto x nite';

const KNOWN = new Set([
  ...MONTHS.keys(),
  ...WEEKDAYS.keys(),
  ...NUMBER_WORDS.keys(),
  ...[...RELATIVE_DAYS.keys(), ...PARTS_OF_DAY.keys(), JOINING].flatMap((words) => words.split(' ')),
]);

const MONTH_WITH_DIGITS = new RegExp(`^${anyOf(MONTHS)}[-/]?\\d`);

export function isPeriodWord(word: string): boolean {
  if (KNOWN.has(word) || /^(?:\d|[-.]+$)/.test(word) || MONTH_WITH_DIGITS.test(word)) return true;
  const ends = word.split('-');
  return ends.length === 2 && ends.every((end) => KNOWN.has(end));
}

const SPOKEN: readonly (readonly [words: RegExp, written: string])[] = [
  [/\balas (?=\d)/g, 'a las '],
  [/(?:\bal? )?\bmedio dia\b/g, 'al mediodia'],
  [/\bmedia noche\b/g, 'medianoche'],
  [/\bbtwn\b/g, 'between'],
  [/\bx la\b/g, 'por la'],
  [/\bnite\b/g, 'night'],
  [/\bhalf past (\d{1,2})\b/g, '$1:30'],
  [/\bquarter past (\d{1,2})\b/g, '$1:15'],
  [/(?<![\d:.])(\d{1,2}) y media\b/g, '$1:30'],
  [/(?<![\d:.])(\d{1,2}) y cuarto\b/g, '$1:15'],
];

/** Replaces spoken forms and abbreviations, such as `2 y media`, by the written ones, such as `2:30`. */
export function writtenOut(phrase: string): string {
  return SPOKEN.reduce((text, [words, written]) => text.replace(words, written), phrase);
}

export const COMMON_PERIOD_WORDS: readonly string[] = [
  ...['today', 'yesterday', 'last', 'days', 'week', 'month', 'hours', 'since'],
  ...['hoy', 'ayer', 'anteayer', 'últimos', 'días', 'semana', 'pasada', 'mes', 'horas', 'desde'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'enero', 'febrero', 'marzo', 'abril', 'junio', 'julio', 'agosto'],
  ...['septiembre', 'octubre', 'noviembre', 'diciembre'],
];

/** Alternatives of a regular expression, the longest first, so that no short one hides a longer one. */
export function anyOf(words: ReadonlyMap<string, unknown>): string {
  return `(?:${[...words.keys()].toSorted((a, b) => b.length - a.length).join('|')})`;
}

/** Lower case without accents, quotes, brackets and commas, with one kind of dash and single spaces. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(/["'“”‘’«»()[\]{}¿?¡!;,°]/g, ' ')
    .replace(/[‐-―−]/g, '-')
    .replace(/(\p{L})\./gu, '$1')
    .replace(/(?<!\.)\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
