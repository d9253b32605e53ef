import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { type Entry, type LEGS, type OperatorFigures, PERCENTS, type ReportFigures } from './entry.ts';

/** Figures by operator as a script would reckon them: every latency is kept, and sorted at the end. */
export function createLoop(toDate: (text: string) => Date) {
  const operators = new Map<string, ReturnType<typeof newOperator>>();

  const timeOf = (text: string) => (text === '-' ? undefined : toDate(text));

  return {
    add(entry: Entry): void {
      let operator = operators.get(entry.operator);
      if (!operator) {
        operator = newOperator();
        operators.set(entry.operator, operator);
      }
      const status = entry.status === '-' ? '' : entry.status;
      operator.statuses[status] = (operator.statuses[status] ?? 0) + 1;

      const platformAt = timeOf(entry.time_platform);
      const operatorAt = timeOf(entry.time_operator);
      const handsetAt = timeOf(entry.time_dlr);
      if (platformAt && operatorAt) {
        operator.seconds.platformToOperator.push(differenceInSeconds(operatorAt, platformAt));
      }
      if (status !== 'delivered' || !handsetAt) return;
      if (operatorAt) operator.seconds.operatorToHandset.push(differenceInSeconds(handsetAt, operatorAt));
      if (platformAt) operator.seconds.total.push(differenceInSeconds(handsetAt, platformAt));
    },

    figures(): ReportFigures {
      return Object.fromEntries([...operators].map(([name, operator]) => [name, figuresOf(operator)]));
    },
  };
}

function newOperator() {
  return {
    statuses: {} as Record<string, number>,
    seconds: { platformToOperator: [], operatorToHandset: [], total: [] } as Record<
      (typeof LEGS)[number],
      number[]
    >,
  };
}

function figuresOf({ statuses, seconds }: ReturnType<typeof newOperator>): OperatorFigures {
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
