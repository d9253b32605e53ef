import { createRequire } from 'node:module';
// Only zod's types: loading zod would double the memory of the thread that reads reports.
import type { z } from 'zod';

/** The platform sends `-` in any field for which it has no information. */
export const MISSING = '-';

export function parseWord(text: string): string | undefined {
  return text === MISSING || text === '' ? undefined : text;
}

/** Maximum digits of a telephone number; an entry with a longer number is rejected (E.164 allows 15). */
export const LONGEST_MSISDN = 20;
/** Maximum length of a text in the platform’s answers, in UTF-16 code units. */
export const LONGEST_TEXT = 64 * 1024;
export const TOO_LONG = 'too long';

/** Shortens a text by copying, because a slice would keep the whole text in memory. */
export function cutText(text: string): string {
  return text.length > LONGEST_TEXT ? Buffer.from(text.slice(0, LONGEST_TEXT)).toString() : text;
}

export const NOT_A_TIME = 'not a time such as YYYY-MM-DD HH:MM:SS+00:00';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

const LONGEST_TIME = 64;

/** Parses a platform time. Returns a fault if it is invalid, and `undefined` for `-` or an empty text. */
export function parseTimestamp(text: string): Date | { readonly fault: string } | undefined {
  if (text === MISSING || text === '') return undefined;
  const time = text.length <= LONGEST_TIME && TIMESTAMP.test(text) ? loadParse().parseISO(text) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : { fault: NOT_A_TIME };
}

const require = createRequire(import.meta.url);

function loadParse(): typeof import('date-fns/parseISO') {
  return require('date-fns/parseISO');
}

/** Describes a parse error; each field has the platform’s name, as in `time_dlr: not a time such as …`. */
export function describeFault(error: z.ZodError): string {
  return error.issues
    .map(({ path, ...issue }) =>
      faultAt(path.join('.'), issue.code === 'custom' ? issue.message : `expected ${expectedOf(issue)}`),
    )
    .join('; ');
}

export function faultAt(path: string, what: string): string {
  return `${path || 'the answer'}: ${what}`;
}

function expectedOf(issue: Omit<z.core.$ZodIssue, 'path'>): string {
  return issue.code === 'invalid_type' && 'expected' in issue
    ? String(issue.expected)
    : String(issue.code).replaceAll('_', ' ');
}
