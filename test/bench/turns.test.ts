import { describe, expect, test } from 'vitest';
import { Impossible, inTurn } from '../../bench/turns.ts';
import { all, during, within } from '../../bench/waiting.ts';

const silent = () => undefined;

describe('measuring in turn', () => {
  test('reverses the order of the candidates in each round', async () => {
    const order: string[] = [];
    const thing = (name: string) => async () => order.push(name);
    const { results, notes } = await inTurn('it', 2, { a: thing('a'), b: thing('b') }, silent);
    expect(order).toEqual(['a', 'b', 'b', 'a']);
    expect(results).toEqual({ a: [1, 4], b: [2, 3] });
    expect(notes).toEqual([]);
  });

  test('repeats a round when one candidate fails, and notes it', async () => {
    let peerRuns = 0;
    let ourRuns = 0;
    const ours = async () => (ourRuns += 1);
    const peer = async () => {
      peerRuns += 1;
      if (peerRuns === 2) throw new Error('socket hang up');
      return peerRuns;
    };
    const { results, notes } = await inTurn('status', 3, { ours, peer }, silent);
    // In the second round the peer runs first, so ours has not run when it fails.
    expect(results).toEqual({ ours: [1, 2, 3], peer: [1, 3, 4] });
    expect(notes).toEqual(['status, peer: round 2 was repeated. socket hang up']);
  });

  test('omits a candidate that fails repeatedly, and continues with the others', async () => {
    let tries = 0;
    const peer = () => {
      tries += 1;
      return Promise.reject(new Error('gone'));
    };
    const { results, notes } = await inTurn('status', 4, { ours: async () => 1, peer }, silent);
    expect(results).toEqual({ ours: [1, 1, 1, 1], peer: [] });
    expect(tries).toBe(3);
    expect(notes.at(-1)).toBe('status, peer: left out from round 1 on. gone');
  });

  test('does not retry an impossible candidate', async () => {
    const peer = () => Promise.reject(new Impossible('out of memory'));
    const { results, notes } = await inTurn('reading', 2, { peer, ours: async () => 1 }, silent);
    expect(results).toEqual({ peer: [], ours: [1, 1] });
    expect(notes).toEqual(['reading, peer: left out from round 1 on. out of memory']);
  });
});

describe('waiting', () => {
  test('fails with a sentence at its limit', async () => {
    await expect(within('the answer', new Promise(() => undefined), 6)).rejects.toThrow(
      'the answer took longer than 0.0001 minutes',
    );
    await expect(within('the answer', Promise.resolve(1))).resolves.toBe(1);
  });

  test('continues until all are finished, also when one fails', async () => {
    const { promise: slow, resolve } = Promise.withResolvers<number>();
    let isOver = false;
    const waiting = all([Promise.reject(new Error('hung up')), slow]).finally(() => {
      isOver = true;
    });
    waiting.catch(silent);
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    resolve(1);
    await expect(waiting).rejects.toThrow('hung up');
  });

  test('ends a repetition together with its task, also when either fails', async () => {
    let repeated = 0;
    const again = async () => {
      repeated += 1;
      await new Promise(setImmediate);
    };
    const failing = async () => {
      await new Promise(setImmediate);
      throw new Error('hung up');
    };
    await expect(during(again, failing)).rejects.toThrow('hung up');
    const atTheEnd = repeated;
    await new Promise(setImmediate);
    expect(repeated).toBe(atTheEnd);
    await expect(during(failing, async () => 1)).rejects.toThrow('hung up');
  });
});
