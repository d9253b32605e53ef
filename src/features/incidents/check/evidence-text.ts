import type { Accumulated, Finding } from '../../../domain/incidents/findings.ts';
import type { Localized } from '../../../slack/format.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { LastHours } from '../model.ts';

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

/** The same as what was delivered since then; `undefined` of what is no lack of receipts. */
export function deliveredSince({ kind, evidence }: Evidenced): LastHours | undefined {
  if (kind !== 'waiting' && kind !== 'late') return undefined;
  const { hits, of } = wholeCounts(evidence);
  return {
    since: new Date(evidence.sinceMs),
    delivered: of - hits,
    of,
    usual: 1 - evidence.usualHits / evidence.of,
  };
}
