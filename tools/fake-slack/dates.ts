import { type JsonObject, textIn } from './json.ts';

/** The person to whom a date is shown. `today` is the day in that person's zone, such as `2026-11-18`. */
export interface DateReader {
  readonly locale: string;
  readonly zone: string;
  readonly today: string;
}

/** Slack's tokens in date formats. Four are rendered; a date with another token shows its fallback text. */
export const DATE_TOKENS = [
  'time',
  'time_secs',
  'date_short',
  'date_short_pretty',
  'date',
  'date_pretty',
  'date_num',
  'date_slash',
  'date_long',
  'date_long_pretty',
  'date_long_full',
  'day_divider_pretty',
  'ago',
] as const;

const TOKEN = /\{(\w+)\}/g;
const DATE_IN_MARKUP = /<!date\^(\d+)\^([^|>^]+)(?:\^[^|>]*)?\|([^>]*)>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** Renders a rich-text `date`. Without a reader: its fallback text in ‹…› without a final ` UTC…`. */
export function shownDate(element: JsonObject, reader: DateReader | undefined): string {
  const fallback = textIn(element, 'fallback');
  if (reader === undefined) return `‹${fallback.replace(/ UTC\S*$/, '')}›`;
  const at = new Date(Number(element.timestamp) * 1_000);
  const drawn = textIn(element, 'format').replaceAll(
    TOKEN,
    (token, name: string) => drawnToken(name, at, reader) ?? token,
  );
  if (drawn.includes('{')) return fallback;
  return (drawn.charAt(0).toLocaleUpperCase(reader.locale) + drawn.slice(1)).replace('\u200b', '');
}

/** Renders dates (`<!date^…>`) and entities (`&amp;`) in Slack's `mrkdwn`; the bot uses no other markup. */
export function shownMarkup(text: string, reader: DateReader | undefined): string {
  return text
    .replaceAll(DATE_IN_MARKUP, (_, timestamp: string, format: string, fallback: string) =>
      shownDate({ timestamp, format, fallback }, reader),
    )
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function drawnToken(name: string, at: Date, reader: DateReader): string | undefined {
  const { locale, zone, today } = reader;
  switch (name) {
    case 'time':
      return formatTime(at, reader, { hour: 'numeric', minute: '2-digit' });
    case 'time_secs':
      return formatTime(at, reader, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
    case 'date_short': {
      const isThisYear = dayOf(at, zone).slice(0, 4) === today.slice(0, 4);
      return formatTime(at, reader, {
        day: 'numeric',
        month: 'short',
        ...(!isThisYear && { year: 'numeric' }),
      });
    }
    case 'date_short_pretty': {
      const away = Math.round((Date.parse(dayOf(at, zone)) - Date.parse(today)) / 86_400_000);
      if (Math.abs(away) > 1) return drawnToken('date_short', at, reader);
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(away, 'day');
    }
    default:
      return undefined;
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

export function formatTime(
  at: Date,
  { locale, zone: timeZone }: Pick<DateReader, 'locale' | 'zone'>,
  shape: Intl.DateTimeFormatOptions,
): string {
  const key = `${locale} ${timeZone} ${JSON.stringify(shape)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...shape, timeZone });
  formatters.set(key, known);
  return known.format(at);
}

/** Returns the calendar day in a time zone, such as `2026-11-20`. */
export function dayOf(at: Date, zone: string): string {
  return formatTime(at, { locale: 'en-CA', zone }, { year: 'numeric', month: '2-digit', day: '2-digit' });
}
