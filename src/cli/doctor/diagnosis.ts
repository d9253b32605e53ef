import { errorCode } from '../../runtime/error-code.ts';
import { valueWithin } from '../../runtime/timeouts.ts';

/** `warning`: the bot works, but a function is lost or doubtful. `not_tried`: a condition of the check failed. */
const WORDS = { wrong: 'wrong', warning: 'warning', not_tried: 'not tried', ok: 'ok' } as const;

/** Contains no secret, number or text of a message. */
export interface CheckResult {
  readonly outcome: keyof typeof WORDS;
  readonly found: string;
  readonly advice?: string;
}

const groups = ['Settings', 'Ports', 'Slack', 'Database', 'Redis', 'Platform', 'Clock'] as const;

/** One line of `doctor`. */
export interface Diagnosis extends CheckResult {
  readonly group: (typeof groups)[number];
  /** The name of a variable, an operation or another check. */
  readonly name: string;
  /** The variable is not set. */
  readonly isDefault?: true;
  readonly tookMs?: number;
}

export const ok = (found: string): CheckResult => ({ outcome: 'ok', found });
export const warning = (found: string, advice: string): CheckResult => ({
  outcome: 'warning',
  found,
  advice,
});
export const wrong = (found: string, advice: string): CheckResult => ({ outcome: 'wrong', found, advice });
export const notTried = (because: string): CheckResult => ({ outcome: 'not_tried', found: because });

export type DiagnosisName = Pick<Diagnosis, 'group' | 'name'>;

interface CheckStep extends DiagnosisName {
  /** Variables. If one of them has a fault, the check does not run. */
  readonly needs?: readonly string[];
  /** Advice after a timeout. */
  readonly lateAdvice: string;
  /** Explains a failure. For `undefined`, only the kind of the error is printed. */
  readonly explain?: (error: unknown) => CheckResult | undefined;
}

/** Runs a check with a time limit. Resolves with its result or its failure; never rejects. */
export type Attempt = (
  step: CheckStep,
  run: (signal: AbortSignal) => Promise<CheckResult>,
) => Promise<Diagnosis>;

/** Limit for all checks together: a person waits at a terminal. */
const TOTAL_MS = 55_000;
const LIMIT_MS = 20_000;
/** Shorter times are not printed. */
const SHOWN_FROM_MS = 100;

/** Checks that need a variable in `atFault` do not run. */
export function createAttempts(
  atFault: readonly string[] = [],
  onStarted?: (check: DiagnosisName) => void,
  totalMs = TOTAL_MS,
): Attempt {
  const endMs = performance.now() + totalMs;
  return async ({ group, name, needs = [], lateAdvice, explain }, run) => {
    const fault = needs.find((variable) => atFault.includes(variable));
    if (fault !== undefined) return { group, name, ...notTried(`${fault} is at fault`) };
    onStarted?.({ group, name });
    const startedMs = performance.now();
    const mostMs = Math.max(0, Math.min(LIMIT_MS, endMs - startedMs));
    const late = new AbortController();
    const tried = run(late.signal).catch((error: unknown) => explain?.(error) ?? unexplained(error));
    const result = await valueWithin(mostMs, tried, () => late.abort());
    const noAnswer = wrong(`no answer within ${Math.round(mostMs / 1_000)} s`, lateAdvice);
    return { group, name, ...(result ?? noAnswer), tookMs: Math.round(performance.now() - startedMs) };
  };
}

/** Does not print the message, which may contain secrets. */
function unexplained(error: unknown): CheckResult {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = errorCode(error);
  const found = `failed: ${kind}${code === undefined ? '' : ` (${code})`}`;
  return wrong(found, 'look at the setting, and try again');
}

/** Lines for a terminal. Settings with default values are only counted, unless `listsDefaults` is set. */
export function diagnosesText(diagnoses: readonly Diagnosis[], { listsDefaults = false } = {}): string {
  const shown = diagnoses.filter(({ isDefault }) => listsDefaults || !isDefault);
  const width = Math.max(...shown.map(({ name }) => name.length));
  const sections = groups.flatMap((group) => {
    const ofGroup = shown.filter((diagnosis) => diagnosis.group === group);
    return ofGroup.length === 0 ? [] : [[group, ...ofGroup.map((one) => lineOf(one, width))].join('\n')];
  });
  const hidden = diagnoses.length - shown.length;
  const more = hidden > 0 ? ` ${hidden} settings have their default: --all lists them.` : '';
  const text = `${sections.join('\n\n')}\n\n${summaryOf(shown)}${more}\n`;
  // Removes control characters: names come from Slack.
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}

/** Warnings and skipped checks are no failures. */
export function isAllWell(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.every(({ outcome }) => outcome !== 'wrong');
}

function lineOf({ name, outcome, found, advice, tookMs = 0 }: Diagnosis, width: number): string {
  const took = tookMs < SHOWN_FROM_MS ? '' : ` (${tookMs} ms)`;
  const line = `  ${WORDS[outcome].padEnd(9)}  ${name.padEnd(width)}  ${found}${took}`;
  return advice === undefined ? line : `${line}\n  ${''.padEnd(9 + 2 + width)}  → ${advice}`;
}

function summaryOf(diagnoses: readonly Diagnosis[]): string {
  const counts = Object.entries(WORDS).map(([outcome, word]) => {
    const count = diagnoses.filter((one) => one.outcome === outcome).length;
    return `${count} ${outcome === 'warning' && count !== 1 ? 'warnings' : word}`;
  });
  return `${isAllWell(diagnoses) ? 'Nothing is wrong' : 'Something is wrong'}: ${counts.join(', ')}.`;
}
