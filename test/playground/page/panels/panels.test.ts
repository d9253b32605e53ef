import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedRequest, Party } from '../../../../tools/playground/page/contract.ts';
import {
  fromLocalInput,
  later,
  nextDay,
  toLocalInput,
  tomorrowMorning,
} from '../../../../tools/playground/page/panels/clock-presets.ts';
import { choices, faultPresets, inForce } from '../../../../tools/playground/page/panels/fault-presets.ts';
import { jsonTokens } from '../../../../tools/playground/page/panels/json-view.tsx';
import { groupRequests } from '../../../../tools/playground/page/panels/request-log.tsx';
import { type Faults, faultsSchema } from '../../../../tools/sandbox/faults.ts';

describe('moving the clock', () => {
  const zone = 'America/Santiago';

  it('goes to nine in the morning of the next day there, also over a change of the clocks', () => {
    expect(tomorrowMorning(new Date('2026-11-18T15:00:00Z'), zone)).toBe('2026-11-19T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-11-19T01:00:00Z'), zone)).toBe('2026-11-19T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-09-05T15:00:00Z'), zone)).toBe('2026-09-06T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-09-04T15:00:00Z'), zone)).toBe('2026-09-05T13:00:00.000Z');
  });

  it('goes to the same time a day later there, also over a change of the clocks', () => {
    expect(nextDay(new Date('2026-11-18T15:04:05Z'), zone)).toBe('2026-11-19T15:04:05.000Z');
    expect(nextDay(new Date('2026-09-05T15:00:00Z'), zone)).toBe('2026-09-06T14:00:00.000Z');
  });

  it('reads and writes what is picked in the person’s zone', () => {
    expect(toLocalInput(new Date('2026-11-18T15:04:05Z'), zone)).toBe('2026-11-18T12:04');
    expect(fromLocalInput('2026-11-18T12:04', zone)).toBe('2026-11-18T15:04:00.000Z');
    expect(fromLocalInput('2026-11-18T12:04', 'Asia/Tokyo')).toBe('2026-11-18T03:04:00.000Z');
    expect(fromLocalInput('', zone)).toBeUndefined();
    expect(later(new Date('2026-11-18T15:04:05Z'), 15)).toBe('2026-11-18T15:19:05.000Z');
  });
});

describe('fault presets', () => {
  const operators = ['Entel', 'Claro'];
  const platform = (faults: Faults) => ({ isReachable: true, faults, operators });

  it.each(faultPresets.map((preset) => [preset.name, preset] as const))(
    '%s makes faults the platform takes, is seen to be in force, and ends without a trace',
    (name, preset) => {
      const others: Faults = { badEntries: 1 };
      const offered = preset.offered({ operators });
      for (const setting of offered.length > 0 ? offered : ['']) {
        const faults = preset.start(others, setting);
        expect(faultsSchema.safeParse(faults).success).toBe(true);
        expect(preset.setting(faults)).toBe(setting);
        expect(inForce(platform(faults))).toEqual([name]);
        expect(preset.end(faults)).toEqual(others);
      }
      expect(preset.setting(others)).toBeUndefined();
    },
  );

  it('tell of a platform that cannot be reached first', () => {
    expect(inForce({ ...platform({ html: true }), isReachable: false })).toEqual(['unreachable', 'html']);
  });

  it('offer also what was set by other means', () => {
    const slow = faultPresets.find(({ name }) => name === 'slow');
    if (slow === undefined) throw new Error('There is one');
    expect(choices(slow, platform({ slowFirstByteMs: 1500 }))).toEqual(['3', '8', '30', '1.5']);
    expect(choices(slow, platform({}))).toEqual(['3', '8', '30']);
  });
});

describe('what happened', () => {
  const request = (id: number, from: Party, to: Party, second: number): LoggedRequest => ({
    id,
    at: `2026-11-18T15:04:${String(second).padStart(2, '0')}.000Z`,
    from,
    to,
    name: `request ${id}`,
    outcome: 'ok',
    isProblem: id === 5,
    tookMs: 1,
  });

  it('is grouped by what a person did, the newest action first, its requests in their order', () => {
    const groups = groupRequests([
      request(1, 'bot', 'platform', 0),
      request(2, 'slack', 'bot', 1),
      request(3, 'bot', 'platform', 2),
      request(4, 'slack', 'bot', 10),
      request(5, 'bot', 'slack', 11),
    ]);
    expect(groups.map((group) => group.requests.map(({ id }) => id))).toEqual([[4, 5], [2, 3], [1]]);
    expect(groups.map(({ trigger }) => trigger?.id)).toEqual([4, 2, undefined]);
    expect(groups.map(({ problems }) => problems)).toEqual([1, 0, 0]);
  });

  it('begins no action where the bot only hears of its own message', () => {
    const own = { ...request(3, 'slack', 'bot', 3), name: 'own message' };
    const groups = groupRequests([
      request(1, 'slack', 'bot', 1),
      request(2, 'bot', 'slack', 2),
      own,
      request(4, 'bot', 'slack', 4),
    ]);
    expect(groups.map((group) => group.requests.map(({ id }) => id))).toEqual([[1, 2, 3, 4]]);
  });

  it('begins an action with its request, although what the bot asks meanwhile ends before', () => {
    const groups = groupRequests([request(1, 'bot', 'slack', 2), request(2, 'slack', 'bot', 1)]);
    expect(groups.map((group) => group.requests.map(({ id }) => id))).toEqual([[2, 1]]);
  });
});

describe('coloured JSON', () => {
  it('tells names, texts, numbers and words apart', () => {
    const kinds = jsonTokens('{"a": "b", "c": [-1.5e3, null]}').filter(({ kind }) => kind !== 'other');
    expect(kinds).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'string', text: '"b"' },
      { kind: 'key', text: '"c"' },
      { kind: 'number', text: '-1.5e3' },
      { kind: 'word', text: 'null' },
    ]);
  });

  it('is the text itself, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(
          jsonTokens(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
