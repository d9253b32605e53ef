import { expect, test } from 'vitest';
import type { Incident } from '../../src/domain/detection/incident.ts';
import { createKnownTrouble } from '../../src/traffic/known-trouble.ts';
import { ended, testIncident } from '../support/incident-scenes.ts';
import { recordLog } from '../support/log.ts';
import { at } from '../support/messages.ts';

const over = testIncident(ended, [{ kind: 'ended' }]);
const post = { channel: 'C1', ts: '1.1' };

function createMemory() {
  const state = {
    now: at('15:40:00'),
    isOpen: true,
    fails: false,
    open: [testIncident()] as Incident[],
    ended: [] as Incident[],
    since: [] as Date[],
  };
  const known = createKnownTrouble({
    incidents: {
      open: async () => {
        if (state.fails) throw new Error('away');
        return state.open;
      },
      endedSince: async (since, of) => {
        if (of === 'normal') state.since.push(since);
        return of === 'normal' ? state.ended : [];
      },
      watching: async () => undefined,
    },
    incidentPosts: { of: async () => [post, { ...post, channel: 'C2', over: 'gone' }] as never },
    isOpen: () => state.isOpen,
    now: () => state.now,
    log: recordLog().log,
  });
  const later = (ms: number) => {
    state.now = new Date(state.now.getTime() + ms);
  };
  const names = () => known.troubles().map(({ operator, to }) => `${operator}${to ? ' over' : ''}`);
  return { known, state, later, names };
}

test('a look-up waits for the first reading only, and reads at most once a minute', async () => {
  const { known, state, later, names } = createMemory();
  await known.refresh();
  expect(names()).toEqual(['Entel']);
  expect(known.channelsOf(testIncident().id)).toEqual(['C1']);
  state.open = [];
  later(59_000);
  expect(known.refresh()).toBeUndefined();
  expect(state.since).toHaveLength(1);
  later(1_000);
  expect(known.refresh()).toBeUndefined();
  await expect.poll(names).toEqual([]);
  expect(state.since).toHaveLength(2);
});

test('incidents that ended are read once, and forgotten when they are reopened or 90 days old', async () => {
  const { known, state, later, names } = createMemory();
  [state.open, state.ended] = [[], [over]];
  await known.refresh();
  expect(state.since).toEqual([new Date(at('15:40:00').getTime() - 90 * 86_400_000)]);
  state.ended = [];
  later(60_000);
  known.refresh();
  await expect.poll(() => state.since.at(-1)).toEqual(at('15:30:00'));
  expect(names()).toEqual(['Entel over']);
  state.open = [testIncident()];
  later(60_000);
  known.refresh();
  await expect.poll(names).toEqual(['Entel']);
  [state.open, state.ended] = [[], [over]];
  later(60_000);
  known.refresh();
  await expect.poll(names).toEqual(['Entel over']);
  state.ended = [];
  later(91 * 86_400_000);
  await known.refresh();
  expect(names()).toEqual([]);
});

test('opens no database, and says nothing while the database is away', async () => {
  const { known, state, later, names } = createMemory();
  state.isOpen = false;
  expect(known.refresh()).toBeUndefined();
  expect(state.since).toEqual([]);
  state.isOpen = true;
  await known.refresh();
  state.fails = true;
  later(4 * 60_000);
  expect(known.refresh()).toBeUndefined();
  expect(names()).toEqual(['Entel']);
  later(60_000);
  await known.refresh();
  expect(names()).toEqual([]);
});
