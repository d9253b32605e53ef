import { errorCode } from '../../runtime/error-code.ts';
import { valueWithin } from '../../runtime/timeouts.ts';

/** `warning`: the bot works, and something is lost or doubtful. `not_tried`: what it depends on failed. */
type Outcome = 'ok' | 'warning' | 'wrong' | 'not_tried';

/** What a check came to; never with a secret, a number or a text. */
export interface Result {
  readonly outcome: Outcome;
  /** What there is, in a few words. */
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

const groups = ['Settings', 'Ports', 'Slack', 'Database', 'Redis', 'Platform', 'Clock'] as const;

/** One line of what `doctor` says. */
export interface Diagnosis extends Result {
  readonly group: (typeof groups)[number];
  /** A variable, an operation, or what else was looked at. */
  readonly name: string;
  /** A setting that is left out. */
  readonly isDefault?: true;
  /** How long somebody else took to answer, where somebody was asked. */
  readonly tookMs?: number;
}

export const ok = (found: string): Result => ({ outcome: 'ok', found });
export const warning = (found: string, advice: string): Result => ({ outcome: 'warning', found, advice });
export const wrong = (found: string, advice: string): Result => ({ outcome: 'wrong', found, advice });
export const notTried = (because: string): Result => ({ outcome: 'not_tried', found: because });

interface Step extends Pick<Diagnosis, 'group' | 'name'> {
  /** Variables: where one of them is at fault, nothing is tried. */
  readonly needs?: readonly string[];
  readonly limitMs?: number;
  /** Where nobody else is waited for. */
  readonly isUntimed?: boolean;
  /** What to do where no answer came in time. */
  readonly lateAdvice: string;
  /** What a failure means; one that it does not explain is told by its kind alone. */
  readonly explain?: (error: unknown) => Result | undefined;
}

/** Tries something; resolves with what it came to within its time, and never rejects. */
export type Attempt = (step: Step, run: (signal: AbortSignal) => Promise<Result>) => Promise<Diagnosis>;

interface AttemptOptions {
  /** Variables whose values nothing can be tried with. */
  readonly atFault?: readonly string[];
  readonly onBegun?: (step: Pick<Diagnosis, 'group' | 'name'>) => void;
  readonly totalMs?: number;
}

/** Whoever waits at a terminal goes away after a minute. */
const TOTAL_MS = 55_000;
const LIMIT_MS = 20_000;

/** Attempts that all end within one time, whatever hangs. */
export function createAttempts({ atFault = [], onBegun, totalMs = TOTAL_MS }: AttemptOptions): Attempt {
  const startedMs = performance.now();
  return async ({ group, name, needs = [], limitMs = LIMIT_MS, ...step }, run) => {
    const fault = needs.find((variable) => atFault.includes(variable));
    if (fault !== undefined) return { group, name, ...notTried(`${fault} is at fault`) };
    onBegun?.({ group, name });
    const begunMs = performance.now();
    const mostMs = Math.max(0, Math.min(limitMs, startedMs + totalMs - begunMs));
    const late = new AbortController();
    const result = await valueWithin(
      mostMs,
      run(late.signal).catch((error: unknown) => step.explain?.(error) ?? unexplained(error)),
      () => late.abort(),
    );
    const diagnosis = {
      ...{ group, name },
      ...(result ?? wrong(`no answer within ${Math.round(mostMs / 1_000)} s`, step.lateAdvice)),
    };
    const isTimed = !step.isUntimed && diagnosis.outcome !== 'not_tried';
    return !isTimed ? diagnosis : { ...diagnosis, tookMs: Math.round(performance.now() - begunMs) };
  };
}

/** Its message may hold anything: it stays untold. */
function unexplained(error: unknown): Result {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = errorCode(error);
  return wrong(
    `failed: ${kind}${code === undefined ? '' : ` (${code})`}`,
    'look at the setting, and try again',
  );
}

const WORDS = { ok: 'ok', warning: 'warning', wrong: 'wrong', not_tried: 'not tried' } as const;

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
  return plain(`${sections.join('\n\n')}\n\n${summaryOf(shown)}${more}\n`);
}

/** Whether nothing is wrong; what is doubtful or could not be tried is told, and is no reason to fail. */
export function isAllWell(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.every(({ outcome }) => outcome !== 'wrong');
}

function lineOf({ name, outcome, found, advice, tookMs }: Diagnosis, width: number): string {
  const took = tookMs === undefined ? '' : ` (${tookMs} ms)`;
  const line = `  ${WORDS[outcome].padEnd(9)}  ${name.padEnd(width)}  ${found}${took}`;
  return advice === undefined ? line : `${line}\n  ${''.padEnd(9 + 2 + width)}  → ${advice}`;
}

function summaryOf(diagnoses: readonly Diagnosis[]): string {
  const counts = (['wrong', 'warning', 'not_tried', 'ok'] as const).map((outcome) => {
    const count = diagnoses.filter((one) => one.outcome === outcome).length;
    return `${count} ${outcome === 'warning' && count !== 1 ? 'warnings' : WORDS[outcome]}`;
  });
  return `${isAllWell(diagnoses) ? 'Nothing is wrong' : 'Something is wrong'}: ${counts.join(', ')}.`;
}

/** Names come from Slack: nothing in them reaches the terminal as a control character. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}
