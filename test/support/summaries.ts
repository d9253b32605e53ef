import type { Basis } from '../../src/domain/figures/same-age.ts';
import { addDaysTo, type Day } from '../../src/domain/time/calendar.ts';
import type { Period } from '../../src/domain/time/period.ts';
import { startOfDayIn } from '../../src/domain/time/wall-clock.ts';
import type { DayIncidents, SummaryModel } from '../../src/features/summaries/summarize.ts';
import { summarize } from '../../src/features/summaries/summarize.ts';
import type { TrafficFigures } from '../../src/traffic/types.ts';
import { type MessageGroup, trafficOf } from './report-figures.ts';

export const zone = 'America/Santiago';
/** 09:00 in Chile. */
export const morning = new Date('2026-11-18T12:00:00Z');

export const noIncidents: DayIncidents = { shown: [], more: 0, asOf: morning };

/** A day to summarise, and the weeks before. */
export interface SummaryScene {
  readonly day?: Day;
  readonly sender?: string;
  readonly readAt?: Date;
  /** `start` is the start of the local day. */
  readonly messages?: (start: string) => readonly MessageGroup[];
  readonly traffic?: Partial<TrafficFigures>;
  /** Newest first; `undefined` is a failed read. Default: no traffic. */
  readonly weeks?: readonly (((start: string) => readonly MessageGroup[]) | undefined)[];
  readonly bases?: readonly Basis[];
}

/** The summary of a scene, with the weeks at the same age. */
export function modelOf(scene: SummaryScene): SummaryModel {
  const { day = '2026-11-17', sender, readAt = morning, messages = () => [], weeks = [], bases = [] } = scene;
  const period = dayOf(day);
  const traffic = trafficOf(messages(period.start.toISOString()), readAt, scene.traffic);
  const before = [1, 2, 3, 4].map((back) => {
    const then = dayOf(addDaysTo(day, -7 * back));
    const own = back - 1 < weeks.length ? weeks[back - 1] : () => [];
    if (!own) return { period: then, figures: undefined };
    const moment = new Date(then.end.getTime() + readAt.getTime() - period.end.getTime());
    const basis = bases[back - 1] ?? 'observed';
    return { period: then, figures: { ...trafficOf(own(then.start.toISOString()), moment), basis } };
  });
  return summarize({
    question: { day, zone, sender },
    period,
    figures: traffic,
    weeks: before,
    receiptHours: 72,
  });
}

function dayOf(day: Day): Period {
  const [start, end] = [startOfDayIn(day, zone), startOfDayIn(addDaysTo(day, 1), zone)];
  return { firstDay: day, lastDay: day, zone, start, end };
}
