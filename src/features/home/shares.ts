import type { Detection } from '../../domain/incidents/judge.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Formatter } from '../../slack/blocks/format.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';

/** Shares as whole per cent, which the last of them says; what is near all or none is not called so. */
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

/** The day of the newest figures, where that is not today: nothing has been read since. */
export function pastDayOf({ readAt }: StoredTraffic, now: Date, formatter: Formatter): string | undefined {
  const { timeZone } = formatter;
  return localDay(readAt, timeZone) === localDay(now, timeZone) ? undefined : formatter.day(readAt);
}

/** Of a check that is shown: what it says of an operator. */
export function operatorDetection(
  { check }: StoredTraffic,
  operator: string | undefined,
): Detection | undefined {
  return check.detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
}
