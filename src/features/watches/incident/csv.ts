import { toCsvFile } from '../../../posting/csv.ts';
import { sanitize } from '../../../slack/blocks/text.ts';
import type { Example } from './examples.ts';

const LONGEST_WORD = 60;
const PROBLEMS: Readonly<Record<Example['kind'], string>> = {
  failed: 'failed',
  late: 'delivered_late',
  waiting: 'no_receipt',
  slow: 'handed_over_late',
  notHandedOver: 'not_handed_over',
};

/** Lists example messages as CSV; times are ISO 8601 in UTC, and the texts of messages are left out. */
export function examplesCsv(examples: readonly Example[], formatNumber: (msisdn: string) => string): string {
  return toCsvFile(examples.map((one) => rowOf(one, formatNumber)));
}

function rowOf({ message, kind }: Example, formatNumber: (msisdn: string) => string) {
  const { msisdn, operator, status, statusWord, platformAt, operatorAt, handsetAt } = message;
  return {
    number: formatNumber(msisdn),
    operator: operator && sanitize(operator, LONGEST_WORD),
    problem: PROBLEMS[kind],
    outcome: status,
    platform_status: statusWord && sanitize(statusWord, LONGEST_WORD),
    platform_time: platformAt?.toISOString(),
    operator_time: operatorAt?.toISOString(),
    receipt_time: handsetAt?.toISOString(),
  };
}
