import { describe, expect, it } from 'vitest';
import { later, nextDay, tomorrowMorning } from '../../../../tools/playground/page/panels/clock-presets.ts';
import { faultPresets, isInForce } from '../../../../tools/playground/page/panels/fault-presets.ts';
import { faultsSchema } from '../../../../tools/sandbox/faults.ts';

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

  it('goes on by minutes', () => {
    expect(later(new Date('2026-11-18T15:04:05Z'), 15)).toBe('2026-11-18T15:19:05.000Z');
  });
});

describe('fault presets', () => {
  it.each(faultPresets.map((preset) => [preset.name, preset] as const))(
    '%s makes faults the platform takes, and alone is seen to be in force',
    (_name, preset) => {
      expect(faultsSchema.safeParse(preset.faults).success).toBe(true);
      const seen = faultPresets.filter((one) => isInForce(one, { badEntries: 1, ...preset.faults }));
      expect(seen).toEqual([preset]);
    },
  );

  it('are seen also where they were put in force by other means', () => {
    const slow = faultPresets.find(({ name }) => name === 'Slow');
    expect(slow && isInForce(slow, { slowFirstByteMs: 1_500 })).toBe(true);
    expect(slow && isInForce(slow, {})).toBe(false);
  });
});
