import type { FindingKind } from '../../../domain/incidents/findings.ts';
import { english } from '../../../i18n/plural.ts';
import { type EvidenceFigures, rarityOf } from './shapes.ts';

const { counted, many } = english;

function evidenceText(one: string, more = one) {
  return (operator: string | undefined, { hits, of, usual, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` at ${operator}`;
    const usually = usual === 0 ? 'none' : counted(usual);
    return `${counted(hits)} of ${many(of, 'message', 'messages')}${where} since ${since} ${hits === 1 ? one : more}; usually ${usually}.`;
  };
}

const within = (years: number) => (years === 1 ? 'a year' : `in ${counted(years)} years`);

export const evidence = {
  found: {
    waiting: evidenceText('had no receipt after 2 minutes'),
    late: evidenceText('didn’t arrive within 2 minutes'),
    slow_hand_over: evidenceText('wasn’t handed to the operator', 'weren’t handed to the operator'),
    failures: evidenceText('failed'),
    clock_off: evidenceText('has times that contradict each other', 'have times that contradict each other'),
    silence: (operator, { hits, usual, since }) =>
      `${hits === 0 ? 'Nothing' : `Only ${many(hits, 'message', 'messages')}`}${operator === undefined ? '' : ` for ${operator}`} since ${since}; never fewer than ${counted(usual)} by now.`,
  } satisfies Record<FindingKind, (operator: string | undefined, figures: EvidenceFigures) => string>,
  /** `perYear` is an upper limit of how often chance alone causes such evidence. */
  chance(perYear: number) {
    const { times, years } = rarityOf(perYear);
    if (times > 1) return `By chance alone, this happens up to ${counted(times)} times a year.`;
    return `By chance alone, this happens less than once ${within(years)}.`;
  },
  title: 'Why this alert',
  well: {
    delivered: (count: string) => `${count} delivered`,
    withReceipt: (count: string) => `${count} with a receipt`,
    handedOver: (count: string) => `${count} handed over`,
  },
  falseAlarms(perYear: number) {
    const { times, years } = rarityOf(perYear);
    return `at most ${many(times, 'false alarm', 'false alarms')} per operator ${within(years)}`;
  },
  atMost(perYear: number) {
    const { times, years } = rarityOf(perYear);
    return `at most ${counted(times)} ${within(years)}`;
  },
};
