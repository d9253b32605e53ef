import type { TrafficOptions } from '../../src/traffic/types.ts';
import { aDesk, aWorkspace, channels, type Desk, people } from './desk.ts';
import { trafficOf } from './report-figures.ts';
import { keptRuns } from './runs.ts';

/** No platform listens there: whatever takes long is read from the held traffic. */
export const NOWHERE = 'http://127.0.0.1:9';

export const now = () => new Date('2026-11-18T12:00:00Z');

export interface RunDeskOptions {
  readonly command: string;
  readonly text: string;
  readonly who?: (typeof people)['agent' | 'agente'];
  readonly figures?: ReturnType<typeof trafficOf>;
}

/** A desk at which everything takes long: it is asked, and its traffic is read for as long as a test wants. */
export async function aRunDesk({ command, text, who = people.agent, figures }: RunDeskOptions) {
  const runs = keptRuns();
  const traffic = heldTraffic(figures ?? trafficOf([], now()));
  const report = { traffic, runs };
  const timings = { longAfterMs: 0, progressEveryMs: 2, peopleRememberedMs: 0 };
  const slack = aWorkspace();
  const desk = await aDesk(NOWHERE, { slack, command, overrides: { now, report, timings } });
  const ask = () => slack.command({ person: who.id, channel: channels.support.id, command, text });
  const direct = who === people.agent ? channels.direct.id : channels.directo.id;
  const progress = () => slack.messages({ channel: direct })[0];
  const shows = (part: string) => slack.until(() => progress()?.text.includes(part) && progress());
  const cancel = (message: ReturnType<Desk['slack']['messages']>[number]) =>
    slack.click({ person: people.agent.id, message, actionId: 'long.cancel' });
  const states = () => [...runs.rows.values()].map(({ state }) => state);
  return { desk, slack, runs, traffic, report, ask, direct, shows, cancel, states };
}

function heldTraffic(figures: ReturnType<typeof trafficOf>) {
  const { promise: released, resolve: release, reject: fail } = Promise.withResolvers<void>();
  const seen: TrafficOptions[] = [];
  return {
    release,
    fail,
    tell: (daysDone: number, days: number, messagesRead: number) =>
      seen[0]?.onProgress?.({ daysDone, days, messagesRead }),
    isStopped: () => seen.some(({ signal }) => signal?.aborted),
    figuresFor: async (_query: unknown, options: TrafficOptions = {}) => {
      seen.push(options);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      options.signal?.addEventListener('abort', () => reject(new Error('stopped')));
      await Promise.race([released, stopped]);
      return figures;
    },
    asOf: async () => ({ ...figures, basis: 'observed' }) as const,
  };
}

/** A copy of the rows as the next process finds them. */
export function leftBy(runs: ReturnType<typeof keptRuns>): ReturnType<typeof keptRuns> {
  const left = keptRuns();
  for (const [id, row] of runs.rows) left.rows.set(id, row);
  left.silence();
  return left;
}
