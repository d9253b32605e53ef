import type { core } from 'zod';

/** Says in a few words what a schema found wrong, as a person reads it after the place where it was found. */
export function faultWords(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `longer than ${issue.maximum} characters`
        : `more than ${issue.maximum}${plural(issue.origin)}`;
    case 'too_small':
      if (issue.origin === 'string') return 'empty';
      return `fewer than ${issue.minimum}${plural(issue.origin)}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.map((key) => `\`${key}\``).join(', ')}`;
    case 'invalid_union': {
      const type = typeOf(issue.input);
      return type === undefined ? 'missing' : `unknown type ${shown(type)}`;
    }
    case 'invalid_value':
      if (issue.input === undefined) return 'missing';
      return `${shown(issue.input)} is none of ${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : `not ${article(issue.expected)}`;
    default:
      return issue.message ?? 'not as Slack wants it';
  }
}

function plural(origin: string): string {
  return origin === 'array' ? ' elements' : '';
}

function article(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function typeOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
}

function shown(value: unknown): string {
  return `\`${String(value)}\``;
}

/** A path into JSON as RFC 6901 writes it: `/blocks/0/text`. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
