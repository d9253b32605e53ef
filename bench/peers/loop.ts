import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import {
  type CellFigures,
  cellName,
  type LEGS,
  PERCENTS,
  type PeerEntry,
  QUARTER_MS,
  type ReportFigures,
} from './entry.ts';

/** Figures by quarter hour and operator, as a simple script computes them: stores every latency, sorts at the end. */
export function createLoop(toDate: (text: string) => Date) {
  const cells = new Map<string, ReturnType<typeof newCell>>();

  const timeOf = (text = '-') => (text === '-' ? undefined : toDate(text));

  return {
    add(entry: PeerEntry): void {
      const platformAt = timeOf(entry.time_platform);
      const quarterMs = Math.floor((platformAt?.getTime() ?? Number.NaN) / QUARTER_MS) * QUARTER_MS;
      const name = cellName(quarterMs, entry.operator ?? '');
      let cell = cells.get(name);
      if (!cell) {
        cell = newCell();
        cells.set(name, cell);
      }
      const status = entry.status === '-' ? '' : entry.status;
      cell.statuses[status] = (cell.statuses[status] ?? 0) + 1;

      const operatorAt = timeOf(entry.time_operator);
      const handsetAt = timeOf(entry.time_dlr);
      if (platformAt && operatorAt) {
        cell.seconds.platformToOperator.push(differenceInSeconds(operatorAt, platformAt));
      }
      if (status !== 'delivered' || !handsetAt) return;
      if (operatorAt) cell.seconds.operatorToHandset.push(differenceInSeconds(handsetAt, operatorAt));
      if (platformAt) cell.seconds.total.push(differenceInSeconds(handsetAt, platformAt));
    },

    figures(): ReportFigures {
      return Object.fromEntries([...cells].map(([name, cell]) => [name, figuresOf(cell)]));
    },
  };
}

function newCell() {
  return {
    statuses: {} as Record<string, number>,
    seconds: { platformToOperator: [], operatorToHandset: [], total: [] } as Record<
      (typeof LEGS)[number],
      number[]
    >,
  };
}

function figuresOf({ statuses, seconds }: ReturnType<typeof newCell>): CellFigures {
  const percentilesOf = (values: number[]) => {
    values.sort((a, b) => a - b);
    return PERCENTS.map((percent) => values[Math.ceil((percent * values.length) / 100) - 1]);
  };
  const { platformToOperator, operatorToHandset, total } = seconds;
  return {
    statuses,
    latencies: {
      platformToOperator: percentilesOf(platformToOperator),
      operatorToHandset: percentilesOf(operatorToHandset),
      total: percentilesOf(total),
    },
  };
}
