/** A date of a message, as Slack writes it: seconds, a format with tokens, and a text for clients that know neither. */
export interface SlackDate {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly format: string;
  readonly fallback: string;
}

const formats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  date_num: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  date_pretty: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short_pretty: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long_pretty: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  day_divider_pretty: { weekday: 'long', month: 'long', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  time_secs: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

/** The date in a person's language and zone; the fallback where a token is not known. */
export function formatSlackDate(
  { timestamp, format, fallback }: SlackDate,
  locale: string,
  zone: string,
): string {
  const at = new Date(timestamp * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  let isKnown = true;
  const text = format.replace(/\{(\w+)\}/g, (_, token: string) => {
    const options = formats[token];
    if (options === undefined) isKnown = false;
    return options === undefined
      ? ''
      : new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(at);
  });
  return isKnown ? text : fallback;
}
