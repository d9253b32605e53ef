import type { Accumulated, Finding } from '../../../domain/incidents/findings.ts';
import type { Localized } from '../../../slack/blocks/format.ts';
import type { IncidentTranslations } from '../locales/index.ts';

/** A finding for which something has added up since things were last well. */
export interface Evidenced extends Finding {
  readonly evidence: Accumulated;
}

export function isEvidenced(finding: Finding): finding is Evidenced {
  return finding.evidence !== undefined;
}

/** Whether no fixed window would have made a finding: where one has, its share is of other messages. */
export function isAddedUp(finding: Finding): finding is Evidenced {
  return finding.evidence?.of === finding.of;
}

/** What has come since things were last well. `name` is left out of all operators together. */
export function evidenceSentence(
  name: string | undefined,
  { kind, evidence }: Evidenced,
  { t, formatter }: Localized<IncidentTranslations>,
): string {
  const since = formatter.since(new Date(evidence.sinceMs));
  return t.check.evidence.found[kind](name, { ...wholeCounts(evidence), since });
}

/** Whole messages, as they are read out. */
export function wholeCounts({ hits, of, usualHits }: Accumulated) {
  return { hits: Math.round(hits), of: Math.round(of), usual: Math.round(usualHits) };
}

/** What is well of a lack of receipts or of hand-overs: in words beside what is usual; `undefined` of anything else. */
export function wellTexts(
  { kind, evidence }: Evidenced,
  { t, formatter }: Localized<IncidentTranslations>,
): { readonly now: string; readonly usual: string } | undefined {
  if (kind !== 'waiting' && kind !== 'slow_hand_over') return undefined;
  const { hits, of, usual } = wholeCounts(evidence);
  const { well } = t.check.evidence;
  const countOf = (count: number) => t.check.table.countOf(formatter.number(count), formatter.number(of));
  // What has a receipt may have failed, but of none.
  const what = kind === 'slow_hand_over' ? 'handedOver' : hits === of ? 'delivered' : 'withReceipt';
  return { now: well[what](countOf(of - hits)), usual: countOf(of - usual) };
}
