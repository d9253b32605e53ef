import { networkAdvice, networkCause } from '../../app/start-failure.ts';
import { errorCode } from '../../runtime/error-code.ts';
import type { NetworkFault } from '../../runtime/network-fault.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { valueWithin } from '../../runtime/timeouts.ts';

/** What a check found, without secrets, telephone numbers or texts of messages. */
export interface CheckResult {
  /** `warning`: the bot works, but a function may be missing. `not_tried`: a condition of the check failed. */
  readonly outcome: 'wrong' | 'warning' | 'not_tried' | 'ok';
  readonly found: string;
  readonly advice?: string;
}

const groups = ['Settings', 'Node', 'Ports', 'Slack', 'Database', 'Redis', 'Platform', 'Clock'] as const;

export interface Diagnosis extends CheckResult {
  readonly group: (typeof groups)[number];
  readonly name: string;
  readonly tookMs?: number;
}

export const ok = (found: string): CheckResult => ({ outcome: 'ok', found });
export const warning = (found: string, advice: string): CheckResult => ({
  outcome: 'warning',
  found,
  advice,
});
export const wrong = (found: string, advice: string): CheckResult => ({ outcome: 'wrong', found, advice });

interface Called {
  readonly address: string;
  readonly proxies: ProxySettings | undefined;
  /** What to do if neither a proxy nor a certificate is the cause. */
  readonly advice: string;
}

/** A server that was not reached: names the cause, unless a proxy's or a certificate's advice does. */
export function unreached(
  found: string,
  fault: NetworkFault,
  { address, proxies, advice }: Called,
): CheckResult {
  const ofNetwork = networkAdvice(fault, address, proxies);
  if (ofNetwork !== undefined) return wrong(found, ofNetwork);
  const cause = networkCause(fault);
  return wrong(cause === undefined ? found : `${found}: ${cause}`, advice);
}
export const notTried = (because: string): CheckResult => ({ outcome: 'not_tried', found: because });

export type DiagnosisName = Pick<Diagnosis, 'group' | 'name'>;

interface CheckStep extends DiagnosisName {
  /** Variables that the check uses; if one of them is invalid, the check does not run. */
  readonly needs?: readonly string[];
  readonly lateAdvice: string;
  /** Explains the error of a failed check; if it returns `undefined`, only the kind of error is printed. */
  readonly explain?: (error: unknown) => CheckResult | undefined;
}

/** Runs a check with a time limit. Resolves with its result or its failure; never rejects. */
export type Attempt = (
  step: CheckStep,
  run: (signal: AbortSignal) => Promise<CheckResult>,
) => Promise<Diagnosis>;

/** Time limit in ms for all checks together, because a person waits at a terminal. */
const TOTAL_MS = 55_000;
const LIMIT_MS = 20_000;
/** The duration of a check is printed only if it took at least this many ms. */
const SHOWN_FROM_MS = 100;

/** @returns a function that runs checks, except those that need a variable listed in `atFault` */
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

/** Reports only the kind and code of an error, because its message may contain secrets. */
function unexplained(error: unknown): CheckResult {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = errorCode(error);
  const found = `failed: ${kind}${code === undefined ? '' : ` (${code})`}`;
  return wrong(found, 'look at the setting, and try again');
}

/** Formats the results as lines; what is well is only counted, unless `listsAll`. */
export function diagnosesText(diagnoses: readonly Diagnosis[], { listsAll = false } = {}): string {
  const shown = diagnoses.filter(({ outcome }) => listsAll || outcome !== 'ok');
  const width = Math.max(...shown.map(({ name }) => name.length));
  const sections = groups.flatMap((group) => {
    const ofGroup = shown.filter((diagnosis) => diagnosis.group === group);
    return ofGroup.length === 0 ? [] : [[group, ...ofGroup.map((one) => lineOf(one, width))].join('\n')];
  });
  const more = listsAll ? '' : ' --all lists everything.';
  const text = `${[...sections, `${summaryOf(diagnoses)}${more}`].join('\n\n')}\n`;
  // Control characters are removed, because names of channels and groups come from Slack.
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}

function lineOf({ name, outcome, found, advice, tookMs = 0 }: Diagnosis, width: number): string {
  const took = tookMs < SHOWN_FROM_MS ? '' : ` (${tookMs} ms)`;
  const line = `  ${outcome.replace('_', ' ').padEnd(9)}  ${name.padEnd(width)}  ${found}${took}`;
  return advice === undefined ? line : `${line}\n  ${''.padEnd(9 + 2 + width)}  → ${advice}`;
}

export function countDiagnoses(diagnoses: readonly Diagnosis[]): Record<CheckResult['outcome'], number> {
  const counts = { wrong: 0, warning: 0, not_tried: 0, ok: 0 };
  for (const { outcome } of diagnoses) counts[outcome] += 1;
  return counts;
}

function summaryOf(diagnoses: readonly Diagnosis[]): string {
  const { wrong, warning, not_tried, ok } = countDiagnoses(diagnoses);
  const warnings = `${warning} ${warning === 1 ? 'warning' : 'warnings'}`;
  const verdict = wrong === 0 ? 'Nothing is wrong' : 'Something is wrong';
  return `${verdict}: ${wrong} wrong, ${warnings}, ${not_tried} not tried, ${ok} ok.`;
}
