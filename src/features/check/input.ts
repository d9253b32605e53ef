import { CHECK_WORDS, REHEARSE_WORDS } from '../../domain/command-words.ts';
import { asTyped, isHelp } from '../../domain/input.ts';
import { closestWord, namesMeant, plainWord } from '../../domain/spelling.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { NoSuchOperator } from './model.ts';
import { parseRehearsal, type RehearsalInput } from './rehearsal/input.ts';

/** What the person typed after `/sms-check`; in a problem, `text` is the wrong part as typed. */
export type CheckInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'check'; readonly operator: string | undefined }
  | RehearsalInput;

const REHEARSE = new RegExp(`^(?:${REHEARSE_WORDS.join('|')})(?:\\s+(.*))?$`, 'isu');

export function parseCheckInput(text: string): CheckInput {
  const typed = asTyped(text);
  if (typed === '') return { kind: 'check', operator: undefined };
  if (isHelp(typed)) return { kind: 'help' };
  const rehearse = REHEARSE.exec(typed);
  if (!rehearse) return { kind: 'check', operator: typed };
  const wanted = (rehearse[1] ?? '').trim();
  return isHelp(wanted) ? { kind: 'help' } : parseRehearsal(wanted);
}

/** Finds an operator by its name, the beginning of its name, or the digest in the value of a button. */
export function findOperator(
  text: string,
  known: readonly (string | undefined)[],
  sealer: Pick<Sealer, 'isDigestOf'>,
): { readonly operator: string | undefined } | Pick<NoSuchOperator, 'problem' | 'text'> {
  const named = known.filter((operator) => operator !== undefined);
  const [found, another] = namesMeant(text, named);
  if (found !== undefined && another === undefined) return { operator: found };
  const [, digest] = DIGEST.exec(text) ?? [];
  if (digest !== undefined) {
    const operator = named.find((one) => sealer.isDigestOf(digest, PURPOSE, one));
    return operator === undefined ? { problem: 'no_such_operator', text: '' } : { operator };
  }
  const wanted = plainWord(text);
  if (found === undefined && known.includes(undefined) && UNKNOWN.some((word) => word.startsWith(wanted))) {
    return { operator: undefined };
  }
  return { problem: 'no_such_operator', text };
}

export function closestSubcommand(text: string): string | undefined {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const word = closestWord(first, CHECK_WORDS);
  return word === undefined ? undefined : [word, ...others].join(' ');
}

export function closestTo(text: string, known: readonly (string | undefined)[]): string | undefined {
  return closestWord(
    text,
    known.filter((operator) => operator !== undefined),
  );
}

const UNKNOWN = ['unknown route', 'ruta desconocida'];

const UNKNOWN_VALUE = '?';
const PURPOSE = 'check.operator';
const DIGEST_LETTERS = 22;
const DIGEST = new RegExp(`^#([\\w-]{${DIGEST_LETTERS}})$`);
/** Longest value of an option in a menu. */
const LONGEST_VALUE = 75;

/** Value of a button or option for an operator. Its name may contain anything, so it becomes a digest. */
export function createOperatorValue(
  sealer: Pick<Sealer, 'digest'>,
): (operator: string | undefined) => string {
  return (operator) =>
    operator === undefined ? UNKNOWN_VALUE : `#${sealer.digest(PURPOSE, operator).slice(0, DIGEST_LETTERS)}`;
}

/** Value for an operator as a person typed it, or as `operatorFromValue` read it. */
export function typedOperatorValue(text: string | undefined): string {
  if (text === undefined) return ALL_OPERATORS;
  return DIGEST.test(text) ? text : `=${text}`.slice(0, LONGEST_VALUE);
}

/** Reads a value for `findOperator`. Buttons of older versions have the name itself after `=`, too. */
export function operatorFromValue(value: string): string | undefined {
  if (value === UNKNOWN_VALUE) return UNKNOWN[0];
  if (DIGEST.test(value)) return value;
  return value.startsWith('=') && value.length > 1 ? value.slice(1) : undefined;
}

export const ALL_OPERATORS = '*';

const MORE = ['share', 'rehearse', 'show', 'choose'] as const;

export function moreValue(what: (typeof MORE)[number], value: string): string {
  return `${what}.${value}`.slice(0, LONGEST_VALUE);
}

export function readMore(
  value: string,
): { readonly what: (typeof MORE)[number]; readonly value: string } | undefined {
  const dot = value.indexOf('.');
  const what = MORE.find((one) => one === value.slice(0, dot));
  return what && { what, value: value.slice(dot + 1) };
}
