import { describe, expect, it } from 'vitest';
import { later, nextDay, tomorrowMorning } from '../../../../tools/playground/page/panels/clock-presets.ts';
import { faultPresets, isInForce } from '../../../../tools/playground/page/panels/fault-presets.ts';
import { faultsSchema } from '../../../../tools/sandbox/faults.ts';

describe('moving the clock', () => {
  const zone = 'America/Santiago';

  it('goes to 9:00 of the next day, also across a clock change', () => {
    expect(tomorrowMorning(new Date('2026-11-18T15:00:00Z'), zone)).toBe('2026-11-19T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-11-19T01:00:00Z'), zone)).toBe('2026-11-19T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-09-05T15:00:00Z'), zone)).toBe('2026-09-06T12:00:00.000Z');
    expect(tomorrowMorning(new Date('2026-09-04T15:00:00Z'), zone)).toBe('2026-09-05T13:00:00.000Z');
  });

  it('goes to the same time of the next day, also across a clock change', () => {
    expect(nextDay(new Date('2026-11-18T15:04:05Z'), zone)).toBe('2026-11-19T15:04:05.000Z');
    expect(nextDay(new Date('2026-09-05T15:00:00Z'), zone)).toBe('2026-09-06T14:00:00.000Z');
  });

  it('goes forward by minutes', () => {
    expect(later(new Date('2026-11-18T15:04:05Z'), 15)).toBe('2026-11-18T15:19:05.000Z');
  });
});

describe('fault presets', () => {
  it.each(faultPresets.map((preset) => [preset.name, preset] as const))(
    '%s has valid faults, and only it is shown as active',
    (_name, preset) => {
      expect(faultsSchema.safeParse(preset.faults).success).toBe(true);
      const seen = faultPresets.filter((one) => isInForce(one, { badEntries: 1, ...preset.faults }));
      expect(seen).toEqual([preset]);
    },
  );

  it('are shown as active also when their faults were set in another way', () => {
    const slow = faultPresets.find(({ name }) => name === 'Slow');
    expect(slow && isInForce(slow, { slowFirstByteMs: 1_500 })).toBe(true);
    expect(slow && isInForce(slow, {})).toBe(false);
  });
});
