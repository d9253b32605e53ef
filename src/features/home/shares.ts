import type { Detection } from '../../domain/incidents/judge.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Formatter } from '../../slack/blocks/format.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';

/** Whole per cent, with one sign at the end; 0 and 100 are exact. */
export function shareTexts(shares: readonly (number | undefined)[]): string {
  const last = shares.findLastIndex((share) => share !== undefined);
  const texts = shares.map((share, at) => {
    if (share === undefined) return '–';
    const percent = Math.round(share * 100);
    const shown = share < 1 && percent === 100 ? 99 : share > 0 && percent === 0 ? 1 : percent;
    return at === last ? `${shown}%` : String(shown);
  });
  return texts.join(' · ');
}

/** `undefined` where the newest figures are of today. */
export function pastDayOf({ readAt }: StoredTraffic, now: Date, formatter: Formatter): string | undefined {
  const { timeZone } = formatter;
  return localDay(readAt, timeZone) === localDay(now, timeZone) ? undefined : formatter.day(readAt);
}

export function operatorDetection(
  { check }: StoredTraffic,
  operator: string | undefined,
): Detection | undefined {
  return check.detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
}
