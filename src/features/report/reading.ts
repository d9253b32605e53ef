import { daysBetween, type Period } from '../../domain/time/period.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import type { Traffic, TrafficFigures, TrafficProgress } from '../../traffic/types.ts';
import { aggregate, type ReportModel } from './aggregate.ts';
import type { ReportRequest } from './input.ts';
import { earlierPeriod, readEarlier } from './same-age.ts';

export interface ReadingDeps {
  readonly traffic: Pick<Traffic, 'figuresFor' | 'asOf'>;
  readonly settleHours: number;
}

/** Figures being read for a report. */
export interface ReportReading {
  /** @throws UpstreamError, or what it was stopped with */
  readonly model: Promise<ReportModel>;
  /** Of both periods together. */
  progress(): TrafficProgress;
  /** Reads nothing more; `model` rejects. */
  stop(): void;
}

/** Begins to read a period and the one it is compared with, one after the other. */
export function startReading(
  request: ReportRequest,
  period: Period,
  { traffic, settleHours }: ReadingDeps,
  now: Date,
): ReportReading {
  const stopping = new AbortController();
  const { sender, msisdn, compareWith } = request;
  const before = earlierPeriod(period, compareWith, now);
  const untouched = ({ firstDay, lastDay }: Period): TrafficProgress => ({
    daysDone: 0,
    days: daysBetween(firstDay, lastDay) + 1,
    messagesRead: 0,
  });
  const reached = new Map([period, ...(before ? [before] : [])].map((each) => [each, untouched(each)]));
  const { signal } = stopping;
  const follow = (which: Period) => (progress: TrafficProgress) => void reached.set(which, progress);
  const read = (which: Period): Promise<TrafficFigures> =>
    traffic.figuresFor({ period: which, sender, msisdn }, { signal, onProgress: follow(which) });
  const make = async () => {
    const figures = await read(period);
    const deps = (of: Period) => ({ traffic, settleHours, read, signal, onProgress: follow(of) });
    const earlier = before && (await readEarlier(before, period, figures, request, deps(before)));
    return await runCooperatively(aggregate(request, period, figures, earlier, settleHours));
  };
  return {
    model: make(),
    progress() {
      const all = [...reached.values()];
      const sum = (of: (progress: TrafficProgress) => number) =>
        all.reduce((total, one) => total + of(one), 0);
      return {
        daysDone: sum(({ daysDone }) => daysDone),
        days: sum((one) => one.days),
        messagesRead: sum(({ messagesRead }) => messagesRead),
      };
    },
    stop: () => stopping.abort(),
  };
}
