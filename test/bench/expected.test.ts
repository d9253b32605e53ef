import { describe, expect, test } from 'vitest';
import { compareRatio } from '../../bench/expected.ts';
import { causesOf } from '../../bench/profile.ts';

describe('a ratio', () => {
  const all = {
    'status, embedded': { ratio: 0.42, better: 'higher' },
    'home, embedded': { ratio: 6, better: 'lower' },
  } as const;
  const isGood = (name: string, value: number) => compareRatio({ name, value }, all).isGood;

  test('is good up to a third worse than the recorded one, in either direction', () => {
    expect([0.5, 0.29, 0.27].map((value) => isGood('status, embedded', value))).toEqual([true, true, false]);
    expect([4, 7.9, 8.1].map((value) => isGood('home, embedded', value))).toEqual([true, true, false]);
  });

  test('is printed on one line with the recorded one, and with what to do if it is worse', () => {
    expect(compareRatio({ name: 'status, embedded', value: 0.4 }, all).line).toBe(
      'bench: status, embedded 0.4× (recorded 0.42×)',
    );
    expect(compareRatio({ name: 'home, embedded', value: 12 }, all).line).toContain('bench/expected.json');
  });

  test('that is not recorded is not good', () => {
    expect(compareRatio({ name: 'new', value: 2 }, all)).toEqual({
      line: 'bench: new 2×: not recorded in bench/expected.json',
      isGood: false,
    });
  });
});

test('time belongs to the innermost cause, and to the caller where Node’s own functions run', () => {
  const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url },
    children,
  });
  const nodes = [
    node(1, '(root)', '', [2, 5, 6]),
    node(2, 'exchange', 'file:///bot/src/upstream/http/request.ts', [3]),
    node(3, 'request', 'file:///bot/node_modules/got/dist/source/create.js', [4]),
    node(4, 'request', 'node:http'),
    node(5, '(idle)', ''),
    node(6, 'onread', 'node:internal/stream_base_commons'),
  ];
  const profile = { nodes, samples: [2, 3, 4, 5, 6], timeDeltas: [1_000, 2_000, 4_000, 8_000, 500] };
  expect(causesOf(profile)).toEqual([
    ['got', 6],
    ['platform client', 1],
    ['sockets, HTTP and timers of Node', 0.5],
  ]);
});
