import type { Detection } from '../../domain/incidents/detect.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';

/** Shares as whole per cent; what is near all or none is not called so. */
export function shareTexts(shares: readonly (number | undefined)[]): string {
  const texts = shares.map((share) => {
    if (share === undefined) return '–';
    const percent = Math.round(share * 100);
    return String(share < 1 && percent === 100 ? 99 : share > 0 && percent === 0 ? 1 : percent);
  });
  return `${texts.join(' · ')}%`;
}

/** Of a check that is shown: what it says of an operator. */
export function operatorDetection(
  { check }: StoredTraffic,
  operator: string | undefined,
): Detection | undefined {
  return check.detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
}
