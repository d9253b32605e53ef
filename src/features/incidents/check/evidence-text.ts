import type { Finding, FindingEvidence } from '../../../domain/incidents/findings.ts';
import type { Localized } from '../../../slack/format.ts';
import type { IncidentTranslations } from '../locales/index.ts';

/** A finding for which something has added up since things were last well. */
export interface Evidenced extends Finding {
  readonly evidence: FindingEvidence;
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
export function wholeCounts({ hits, of, usualHits }: FindingEvidence) {
  return { hits: Math.round(hits), of: Math.round(of), usual: Math.round(usualHits) };
}

/** So many delivered of those that have added up, beside what is usual; `undefined` of what is no lack of receipts. */
export function deliveredCounts({ kind, evidence }: Evidenced) {
  if (kind !== 'waiting' && kind !== 'late') return undefined;
  const { hits, of, usual } = wholeCounts(evidence);
  return { delivered: of - hits, of, usual: of - usual };
}
