import { asTyped, isHelp } from '../../domain/question.ts';

/** What was asked of a check; `text` of what was wrong is the part in question, as typed. */
export type CheckInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'check'; readonly operator: string | undefined }
  | { readonly kind: 'rehearse'; readonly days: number }
  | { readonly problem: 'days'; readonly text: string };

export const DEFAULT_REHEARSED_DAYS = 7;
export const MOST_REHEARSED_DAYS = 28;

const REHEARSE = /^(?:rehearse|rehearsal|ensayar|ensayo)(?:\s+(.*))?$/isu;
/** `14`, `14 days`, `last 14 days`, `últimos 14 días` */
const DAYS = /^(?:(?:the )?last |(?:los )?[uú]ltimos )?(\d{1,4})(?:\s*(?:d|days?|d[ií]as?))?$/iu;

/** Reads what was typed after the command: nothing, an operator's name, or what to rehearse. */
export function parseCheckInput(text: string): CheckInput {
  const typed = asTyped(text);
  if (typed === '') return { kind: 'check', operator: undefined };
  if (isHelp(typed)) return { kind: 'help' };
  const rehearse = REHEARSE.exec(typed);
  if (!rehearse) return { kind: 'check', operator: typed };
  const wanted = (rehearse[1] ?? '').trim();
  if (wanted === '') return { kind: 'rehearse', days: DEFAULT_REHEARSED_DAYS };
  const days = parseRehearsedDays(DAYS.exec(wanted)?.[1] ?? '');
  if (days !== undefined) return { kind: 'rehearse', days };
  return isHelp(wanted) ? { kind: 'help' } : { problem: 'days', text: wanted };
}

/** `undefined` where nothing can be rehearsed for so long. */
export function parseRehearsedDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MOST_REHEARSED_DAYS ? days : undefined;
}
