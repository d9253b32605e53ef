import type { Timings } from '../../src/runtime/timings.ts';
import type { TrafficOptions } from '../../src/traffic/types.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from './desk.ts';
import { trafficOf } from './report-figures.ts';
import { createRunsInMemory } from './runs.ts';

/** No platform listens there: all figures come from the blocked traffic. */
export const NOWHERE = 'http://127.0.0.1:9';

export const now = () => new Date('2026-11-18T12:00:00Z');

export interface RunDeskOptions {
  readonly command: string;
  readonly text: string;
  readonly who?: (typeof people)['agent' | 'agente'];
  readonly figures?: ReturnType<typeof trafficOf>;
  readonly timings?: Partial<Timings>;
}

/** A desk with slow answers: it gets a request, and its read of traffic lasts until the test ends it. */
export async function createRunDesk({
  command,
  text,
  who = people.agent,
  figures,
  timings: changed,
}: RunDeskOptions) {
  const runs = createRunsInMemory();
  const traffic = blockedTraffic(figures ?? trafficOf([], now()));
  const report = { traffic, runs };
  const timings = { longAfterMs: 0, progressEveryMs: 2, peopleTtlMs: 0, ...changed };
  const slack = createTestWorkspace();
  const desk = await startDesk(NOWHERE, { slack, command, overrides: { now, report, timings } });
  const ask = () => slack.command({ person: who.id, channel: channels.support.id, command, text });
  const direct = who === people.agent ? channels.direct.id : channels.directo.id;
  const progress = () => slack.messages({ channel: direct })[0];
  const shows = (part: string) => slack.until(() => progress()?.text.includes(part) && progress());
  const cancel = (message: ReturnType<Desk['slack']['messages']>[number]) =>
    slack.click({ person: people.agent.id, message, actionId: 'long.cancel' });
  const states = () => [...runs.rows.values()].map(({ state }) => state);
  return { desk, slack, runs, traffic, report, ask, direct, shows, cancel, states };
}

function blockedTraffic(figures: ReturnType<typeof trafficOf>) {
  const { promise: released, resolve: release, reject: fail } = Promise.withResolvers<void>();
  const reads: TrafficOptions[] = [];
  return {
    release,
    fail,
    reportProgress: (daysDone: number, days: number, messagesRead: number) =>
      reads[0]?.onProgress?.({ daysDone, days, messagesRead }),
    isStopped: () => reads.some(({ signal }) => signal?.aborted),
    figuresFor: async (_query: unknown, options: TrafficOptions = {}) => {
      reads.push(options);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      options.signal?.addEventListener('abort', () => reject(new Error('stopped')));
      await Promise.race([released, stopped]);
      return figures;
    },
    asOf: async () => ({ ...figures, basis: 'observed' }) as const,
  };
}

/** A copy of the rows for the next process. */
export function abandonedCopyOf(
  runs: ReturnType<typeof createRunsInMemory>,
): ReturnType<typeof createRunsInMemory> {
  const left = createRunsInMemory();
  for (const [id, row] of runs.rows) left.rows.set(id, row);
  left.silence();
  return left;
}
