import type { IncidentVerdict } from '../../domain/incidents/findings.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';

/** Shares as whole per cent; what is near all or none is not called so. */
export function shareTexts(shares: readonly (number | undefined)[]): string {
  const texts = shares.map((share) => {
    if (share === undefined) return '–';
    const percent = Math.round(share * 100);
    return String(share < 1 && percent === 100 ? 99 : share > 0 && percent === 0 ? 1 : percent);
  });
  return `${texts.join(' · ')} %`;
}

/** Of a check that is shown: what an operator is called in it. */
export function verdictOfOperator({ check }: StoredTraffic, operator: string | undefined): IncidentVerdict {
  const found = check.detections.find(
    ({ subject }) => subject.of === 'operator' && subject.operator === operator,
  );
  return found?.verdict ?? 'too_little_traffic';
}
