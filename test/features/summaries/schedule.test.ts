import { describe, expect, test } from 'vitest';
import { registerSummaryJobs } from '../../../src/features/summaries/job.ts';
import type { HandleOptions, WorkOptions } from '../../../src/jobs/queue.ts';
import { TIMINGS } from '../../../src/runtime/timings.ts';
import { createSubscriptions } from '../../../src/store/channels/subscriptions.ts';
import { createSummaries, type SummaryProgress } from '../../../src/store/posting/summaries.ts';
import { featureDeps, type SomeDeps } from '../../support/feature-deps.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const day = '2026-11-17';
const dueAt = new Date('2026-11-18T09:00:00Z');
const nine = new Date('2026-11-19T09:00:00Z');
const eight = new Date('2026-11-19T08:00:00Z');
/** More than are queued before unfinished work is queued again. */
const MANY = 260;

describe.each(databases)('corrections, %s', (_name, url) => {
  const database = suiteDatabase(url);

  /** Posted summaries and the jobs that update them. Queued work is done at once, or fails. */
  function createPostedSummaries({
    access,
    rateLimitedPost,
    aheadMs = 0,
  }: SomeDeps['slack'] & SomeDeps['posting'] & { readonly aheadMs?: number } = {}) {
    const rows = { db: database().db, account: uniqueName() };
    const summaries = createSummaries(rows);
    const clock = { now: nine };
    const now = () => clock.now;
    const changed: string[] = [];
    const queued: string[] = [];
    const handlers = new Map<string, (data: unknown, options: HandleOptions) => Promise<unknown>>();
    const deps = featureDeps({
      stores: {
        summaries,
        subscriptions: createSubscriptions(rows),
        incidents: { ofChannel: async () => [] },
      },
      jobs: {
        now,
        work<T extends object>(name: string, { schema, handle }: WorkOptions<T>) {
          handlers.set(name, (data, options) => handle(schema.parse(data), options));
        },
        async send(_, work) {
          for (const { data } of work) if ('id' in data) queued.push(String(data.id));
        },
      },
      slack: { access: { allowsChannel: () => true, ...access } },
      posting: {
        rateLimitedPost: {
          toPerson: async () => ({ refused: 'user_not_found' }),
          async change({ channel }) {
            changed.push(channel);
            return undefined;
          },
          ...rateLimitedPost,
        },
        postOnce: async ({ channel }) => ({ place: { channel, ts: '2.000001' }, isNew: true }),
      },
      traffic: {
        figuresFor: async () => trafficOf([], now()),
        asOf: async () => ({ ...trafficOf([], now()), basis: 'observed' }),
      },
      runtime: { now: () => new Date(now().getTime() + aheadMs) },
    });
    registerSummaryJobs(deps);

    return {
      changed,
      async stand(name: string, count: number, stepAt: Date, progress: SummaryProgress = {}): Promise<void> {
        const channels = Array.from({ length: count }, (_, at) => `${name}${at}`);
        const planned = channels.map(
          (channel) => ({ channel, day, zone: 'UTC', language: 'en', dueAt }) as const,
        );
        await summaries.plan(planned, dueAt);
        for (const channel of channels) {
          const { id = '' } = (await summaries.findFor(channel, undefined, day)) ?? {};
          const ts = '1.000001';
          await summaries.progress(id, { state: 'posted', ts, hasDetails: true, stepAt, ...progress });
        }
      },
      async round(): Promise<string[]> {
        clock.now = new Date(clock.now.getTime() + TIMINGS.summariesEveryMs);
        const { signal } = new AbortController();
        await handlers.get('summary-plan')?.({}, { signal });
        const found = await Promise.all(queued.splice(0).map((id) => summaries.find(id)));
        for (const summary of found)
          await handlers
            .get('summary')?.({ id: summary?.id }, { signal })
            .catch(() => undefined);
        return found.map((summary) => summary?.channel ?? '');
      },
    };
  }

  async function roundsUntil(
    name: string,
    { round, changed }: ReturnType<typeof createPostedSummaries>,
  ): Promise<number> {
    let rounds = 0;
    while (rounds < MANY / 10 && !changed.includes(name)) {
      await round();
      rounds += 1;
    }
    return rounds;
  }

  test('in channels where figures may no longer be shown do not delay the others', async () => {
    const world = createPostedSummaries({
      access: { allowsChannel: (channel) => !channel.startsWith('closed') },
    });
    await world.stand('closed', MANY, eight);
    await world.stand('open', 1, nine);
    expect(await roundsUntil('open0', world)).toBeLessThanOrEqual(MANY / 12 + 1);
    expect(world.changed).toEqual(['open0']);
    // The closed ones are not queued again for hours.
    expect(await world.round()).toEqual([]);
  });

  test.each([2, -2])('are due by the clock of the jobs when the process is %i hours ahead', async (hours) => {
    const world = createPostedSummaries({ aheadMs: hours * 3_600_000 });
    await world.stand('due', 1, nine);
    await world.stand('later', 1, new Date(nine.getTime() + 3_600_000));
    expect(await world.round()).toEqual(['due0']);
  });

  test('that fail every time do not delay the others', async () => {
    const changed: string[] = [];
    const world = createPostedSummaries({
      rateLimitedPost: {
        async change({ channel }) {
          if (channel.startsWith('odd')) return { refused: 'msg_too_long' };
          changed.push(channel);
          return undefined;
        },
      },
    });
    await world.stand('odd', MANY, eight);
    await world.stand('open', 1, nine);
    expect(await roundsUntil('open0', { ...world, changed })).toBeLessThanOrEqual(MANY / 12 + 1);
    expect(changed).toEqual(['open0']);
  });

  test('share each round with posts that have no figures yet', async () => {
    const world = createPostedSummaries();
    await world.stand('whole', 30, eight);
    await world.stand('empty', 40, nine, { state: 'unreadable', hasDetails: false });
    const share = async () => {
      const queued = await world.round();
      return [
        queued.filter((channel) => channel.startsWith('empty')).length,
        queued.filter((channel) => channel.startsWith('whole')).length,
      ];
    };
    expect([await share(), await share(), await share()]).toEqual([
      [18, 3],
      [18, 3],
      [4, 10],
    ]);
    // All posts have figures now: none has to wait.
    expect(await share()).toEqual([0, 12]);
  });
});
