import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';
import { english } from '../plural.ts';

const { counted } = english;

const at = (operators: string | undefined) => (operators === undefined ? '' : ` at ${operators}`);

/** How SMS is, in at most twelve words, wherever it is said. Names come in ready to print; none where it is true of all. */
export const headlines = {
  of: {
    normal: (operators) => `SMS works as usual${at(operators)}`,
    degraded: (operators) => `SMS is slower than usual${at(operators)}`,
    down: (operators) => `SMS is down${at(operators)}`,
    silent: (operators) => `Almost no SMS coming in${operators === undefined ? '' : ` for ${operators}`}`,
    clock_off: (operators) => `Clock off${at(operators)}: delivery times can’t be trusted`,
    too_little_traffic: (operators) => `Too few SMS${at(operators)} to judge`,
    platform_unreachable: () => 'The SMS platform isn’t answering; I can’t tell if SMS works',
  } satisfies Record<IncidentVerdict, (operators: string | undefined) => string>,
  /** In place of `degraded`: what does not arrive fails. */
  failing: (operators: string | undefined) => `More SMS fail than usual${at(operators)}`,
  /** In place of `down`: they were handed over, and only their receipts are known to be missing. */
  withoutReceipt: (operators: string | undefined) => `Most SMS${at(operators)} have no receipt yet`,
  /** In place of `normal`, of all together: of the operators only so many can be judged. */
  partly: (judged: number, of: number) =>
    judged === 0
      ? 'Works as usual overall; too few SMS at each operator to tell'
      : `Works as usual where there’s enough to tell: ${counted(judged)} of ${counted(of)} operators`,
  /** In place of `normal`, of one operator: whether messages arrive is not known. */
  receiptless: (operator: string) => `SMS are handed over as usual; ${operator} sends no receipts`,
  /** In place of `too_little_traffic`: there are enough, and nothing to compare them with. */
  notCompared: 'Nothing to compare today’s SMS with yet',
  operators: (count: number) => `${counted(count)} operators`,
  /** What one operator is called, in place of what `figures.verdicts` has. */
  verdicts: { notCompared: 'not compared', downOrLate: 'down or late' },
};
