import { createRequire } from 'node:module';
import type { z } from 'zod';

// How the platform writes a field, and how a fault in one is told. The thread that reads reports needs no more than this:
// zod takes as much of its memory as all of its own code.

/** `-` in any field: the platform did not receive that information. */
export const MISSING = '-';

export function parseWord(text: string): string | undefined {
  return text === MISSING || text === '' ? undefined : text;
}

/** Digits of a number: E.164 has 15. An entry about a longer one is not read: what is done with numbers is made for short ones. */
export const LONGEST_MSISDN = 20;
/** Longest text of an answer, in UTF-16 code units. */
export const LONGEST_TEXT = 64 * 1024;
export const TOO_LONG = 'too long';

/** A message's text up to its limit, in memory of its own: a slice would keep all of it. */
export function cutText(text: string): string {
  return text.length > LONGEST_TEXT ? Buffer.from(text.slice(0, LONGEST_TEXT)).toString() : text;
}

export const NOT_A_TIME = 'not a time such as YYYY-MM-DD HH:MM:SS+00:00';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

const LONGEST_TIME = 64;

/** A time in the platform's spelling, or what is wrong with it; `undefined` where the platform has none. */
export function parseTimestamp(text: string): Date | { readonly fault: string } | undefined {
  if (text === MISSING || text === '') return undefined;
  const time = text.length <= LONGEST_TIME && TIMESTAMP.test(text) ? loadParse().parseISO(text) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : { fault: NOT_A_TIME };
}

const require = createRequire(import.meta.url);

/** Loaded when it is needed: reports are read without it, as long as their times are written as the interface says. */
function loadParse(): typeof import('date-fns/parseISO') {
  return require('date-fns/parseISO');
}

/** Where an answer does not fit, in the interface's own field names: `time_dlr: not a time such as …`. */
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
