import { createRequire } from 'node:module';
import type { z } from 'zod';

// How the platform writes a field, and how a fault in one is told. The thread that reads reports needs no more than this:
// zod takes as much of its memory as all of its own code.

/** `-` in any field: the platform did not receive that information. */
export const MISSING = '-';

export function parseWord(text: string): string | undefined {
  return text === MISSING || text === '' ? undefined : text;
}

export const NOT_A_TIME = 'not a time such as YYYY-MM-DD HH:MM:SS+00:00';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** A time in the platform's spelling, or what is wrong with it; `undefined` where the platform has none. */
export function parseTimestamp(text: string): Date | { readonly fault: string } | undefined {
  if (text === MISSING || text === '') return undefined;
  const time = TIMESTAMP.test(text) ? loadParse().parseISO(text) : undefined;
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

/** An empty path is the answer itself. */
export function faultAt(path: string, what: string): string {
  return `${path || 'the answer'}: ${what}`;
}

function expectedOf(issue: Omit<z.core.$ZodIssue, 'path'>): string {
  return issue.code === 'invalid_type' && 'expected' in issue
    ? String(issue.expected)
    : String(issue.code).replaceAll('_', ' ');
}
