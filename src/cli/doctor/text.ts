import { type Diagnosis, groups } from './diagnosis.ts';

const WORDS = { ok: 'ok', warning: 'warning', wrong: 'wrong', not_tried: 'not tried' } as const;

/** The diagnoses as lines for a terminal: what, how it is, and what to do about it. */
export function diagnosesText(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  const sections = groups.flatMap((group) => {
    const ofGroup = diagnoses.filter((diagnosis) => diagnosis.group === group);
    return ofGroup.length === 0 ? [] : [[group, ...ofGroup.map((one) => lineOf(one, width))].join('\n')];
  });
  return plain(`${sections.join('\n\n')}\n\n${summaryOf(diagnoses)}\n`);
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
  const count = (outcome: Diagnosis['outcome']) => diagnoses.filter((one) => one.outcome === outcome).length;
  const counts = (['wrong', 'warning', 'not_tried', 'ok'] as const).map((outcome) => {
    const many = outcome === 'warning' && count(outcome) !== 1 ? 'warnings' : WORDS[outcome];
    return `${count(outcome)} ${many}`;
  });
  return `${isAllWell(diagnoses) ? 'Nothing is wrong' : 'Something is wrong'}: ${counts.join(', ')}.`;
}

/** Names come from Slack: nothing in them reaches the terminal as a control character. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}
