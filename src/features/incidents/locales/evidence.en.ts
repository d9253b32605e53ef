import type { FindingKind } from '../../../domain/incidents/findings.ts';
import { english } from '../../../i18n/plural.ts';
import { frequencyOf, rarityOf } from './frequency.ts';
import type { AlmostCertain, EvidenceFigures } from './shapes.ts';

const { counted, many } = english;

function became(one: string, more = one) {
  return (operator: string | undefined, { hits, of, usual, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` at ${operator}`;
    const usually = usual === 0 ? 'none' : counted(usual);
    return `${counted(hits)} of ${many(of, 'message', 'messages')}${where} since ${since} ${hits === 1 ? one : more}; usually ${usually}.`;
  };
}

const every = (years: number) => (years === 1 ? 'a year' : `every ${counted(years)} years`);

/** What has come since things were last well, how rare that is by chance, and what each sensitivity costs. */
export const evidence = {
  found: {
    waiting: became('had no receipt after 2 minutes'),
    late: became('didn’t arrive within 2 minutes'),
    slow_hand_over: became('wasn’t handed to the operator', 'weren’t handed to the operator'),
    failures: became('failed'),
    clock_off: became('carries times that contradict each other', 'carry times that contradict each other'),
    silence: (operator, { hits, usual, since }) =>
      `${hits === 0 ? 'Nothing' : `Only ${many(hits, 'message', 'messages')}`}${operator === undefined ? '' : ` for ${operator}`} since ${since}; never fewer than ${counted(usual)} by now.`,
  } satisfies Record<FindingKind, (operator: string | undefined, figures: EvidenceFigures) => string>,
  /** At most so often does that happen where nothing is wrong. */
  chance(perYear: number) {
    const { times, years } = rarityOf(perYear);
    if (times > 1) return `Chance alone does that up to ${counted(times)} times a year.`;
    return `Chance alone does that less than once ${years === 1 ? 'a year' : `in ${counted(years)} years`}.`;
  },
  title: 'Why this alert',
  /** `count` is so many of so many. */
  well: {
    delivered: (count: string) => `${count} delivered`,
    withReceipt: (count: string) => `${count} with a receipt`,
    handedOver: (count: string) => `${count} handed over`,
  },
  /** In an answer, of messages too few for a quarter hour to be judged; `verdict` is what the operator is called. */
  almostCertain: (operator: string, now: string, { since, usual, verdict }: AlmostCertain) =>
    `${operator} since ${since}: ${now}, usually ${usual}: ${verdict}, almost certainly.`,
  falseAlarms(perYear: number) {
    const { times, years } = frequencyOf(perYear);
    return `about ${many(times, 'false alarm', 'false alarms')} per operator ${every(years)}`;
  },
  /** The same where it is said what is counted. */
  about(perYear: number) {
    const { times, years } = frequencyOf(perYear);
    return `about ${counted(times)} ${every(years)}`;
  },
};
