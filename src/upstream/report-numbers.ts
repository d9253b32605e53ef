import type { ReportEntry } from './report-entry.ts';
import { textOf } from './report-text.ts';

/** The recipient of an entry, digits alone. */
export function numberOf({ bytes, msisdnStart, msisdnEnd }: ReportEntry): string {
  return textOf(bytes, msisdnStart, msisdnEnd, false).replaceAll(/\D/g, '');
}

/** Whether a recipient is another one than was asked for, where one was. */
export function isOtherNumber(found: string, asked: string | undefined): boolean {
  return asked !== undefined && found !== '' && !isSameNumber(found, asked);
}

/** The same number with or without its country prefix or a trunk zero. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length);
  return short.length >= 8 && long.endsWith(short);
}
