import { errorCode } from '../../runtime/error-code.ts';
import { valueWithin } from '../../runtime/timeouts.ts';

/** `warning`: the bot works, and something is lost or doubtful. `not_tried`: what it depends on failed. */
const WORDS = { wrong: 'wrong', warning: 'warning', not_tried: 'not tried', ok: 'ok' } as const;

/** What a check came to; never with a secret, a number or a text. */
export interface Result {
  readonly outcome: keyof typeof WORDS;
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

const groups = ['Settings', 'Ports', 'Slack', 'Database', 'Redis', 'Platform', 'Clock'] as const;

/** One line of what `doctor` says. */
export interface Diagnosis extends Result {
  readonly group: (typeof groups)[number];
  /** A variable, an operation, or what else is checked. */
  readonly name: string;
  /** A setting that is left out. */
  readonly isDefault?: true;
  readonly tookMs?: number;
}

export const ok = (found: string): Result => ({ outcome: 'ok', found });
export const warning = (found: string, advice: string): Result => ({ outcome: 'warning', found, advice });
export const wrong = (found: string, advice: string): Result => ({ outcome: 'wrong', found, advice });
export const notTried = (because: string): Result => ({ outcome: 'not_tried', found: because });

export type DiagnosisName = Pick<Diagnosis, 'group' | 'name'>;

interface Step extends DiagnosisName {
  /** Variables: where one of them is at fault, nothing is tried. */
  readonly needs?: readonly string[];
  /** What to do where no answer came in time. */
  readonly lateAdvice: string;
  /** What a failure means; of one that it does not explain only the kind is said. */
  readonly explain?: (error: unknown) => Result | undefined;
}

/** Tries something; resolves with what it came to within its time, and never rejects. */
export type Attempt = (step: Step, run: (signal: AbortSignal) => Promise<Result>) => Promise<Diagnosis>;

/** A person waits at a terminal: a minute at most, for all attempts together. */
const TOTAL_MS = 55_000;
const LIMIT_MS = 20_000;
/** Shorter times are not shown. */
const SHOWN_FROM_MS = 100;

/** With variables in `atFault` nothing is tried. */
export function createAttempts(
  atFault: readonly string[] = [],
  onBegun?: (check: DiagnosisName) => void,
  totalMs = TOTAL_MS,
): Attempt {
  const endMs = performance.now() + totalMs;
  return async ({ group, name, needs = [], lateAdvice, explain }, run) => {
    const fault = needs.find((variable) => atFault.includes(variable));
    if (fault !== undefined) return { group, name, ...notTried(`${fault} is at fault`) };
    onBegun?.({ group, name });
    const begunMs = performance.now();
    const mostMs = Math.max(0, Math.min(LIMIT_MS, endMs - begunMs));
    const late = new AbortController();
    const tried = run(late.signal).catch((error: unknown) => explain?.(error) ?? unexplained(error));
    const result = await valueWithin(mostMs, tried, () => late.abort());
    const noAnswer = wrong(`no answer within ${Math.round(mostMs / 1_000)} s`, lateAdvice);
    return { group, name, ...(result ?? noAnswer), tookMs: Math.round(performance.now() - begunMs) };
  };
}

/** Its message may hold anything, and is not shown. */
function unexplained(error: unknown): Result {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = errorCode(error);
  const found = `failed: ${kind}${code === undefined ? '' : ` (${code})`}`;
  return wrong(found, 'look at the setting, and try again');
}

/** The diagnoses as lines for a terminal: what, how it is, and what to do about it. Settings left out are counted. */
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
  // Names come from Slack: nothing in them reaches the terminal as a control character.
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}

/** Whether nothing is wrong; what is doubtful or could not be tried is no reason to fail. */
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
