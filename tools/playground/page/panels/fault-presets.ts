import type { PagePlatform } from '../contract.ts';
import type { t } from '../texts.ts';

type Faults = PagePlatform['faults'];

/** What can go wrong at the platform, named after what a person would see. */
type FaultName = keyof typeof t.faults;

function oneField<Field extends keyof Faults>(
  name: Exclude<FaultName, 'unreachable'>,
  group: 'connection' | 'answers' | 'traffic',
  field: Field,
  fault: {
    /** What can be set, the first being the usual one. */
    readonly offered?: (platform: Pick<PagePlatform, 'operators'>) => readonly string[];
    readonly read?: (value: NonNullable<Faults[Field]>) => string;
    readonly make: (setting: string) => NonNullable<Faults[Field]>;
  },
) {
  return {
    name,
    group,
    start: (faults: Faults, setting: string): Faults => ({ ...faults, [field]: fault.make(setting) }),
    end: ({ [field]: _, ...others }: Faults) => others as Faults,
    /** Its setting where it is in force, empty where it has none. */
    setting(faults: Faults) {
      const value = faults[field];
      return value === undefined ? undefined : (fault.read?.(value as NonNullable<Faults[Field]>) ?? '');
    },
    offered: fault.offered ?? (() => []),
  };
}

/** A fault of the platform's answers that can be switched on. */
export type FaultPreset = ReturnType<typeof oneField>;

/** All presets; that the platform cannot be reached is no fault of its answers. */
export const faultPresets: readonly FaultPreset[] = [
  oneField('serverErrors', 'connection', 'serverErrors', { make: () => ({}) }),
  oneField('rateLimited', 'connection', 'rateLimited', {
    offered: () => ['5', '30', '120'],
    read: ({ retryAfterSeconds = 5 }) => String(retryAfterSeconds),
    make: (seconds) => ({ retryAfterSeconds: Number(seconds) }),
  }),
  oneField('slow', 'connection', 'slowFirstByteMs', {
    offered: () => ['3', '8', '30'],
    read: (ms) => String(ms / 1000),
    make: (seconds) => Number(seconds) * 1000,
  }),
  oneField('loginsRefused', 'connection', 'unauthorized', { make: () => ({ operation: 'login' }) }),
  oneField('html', 'answers', 'html', { make: () => true }),
  oneField('cutOff', 'answers', 'truncate', {
    offered: () => ['connection', 'clean'],
    read: (how) => how,
    make: (how) => (how === 'clean' ? 'clean' : 'connection'),
  }),
  oneField('wrongTotal', 'answers', 'wrongTotal', { make: () => 500 }),
  oneField('operatorDown', 'traffic', 'operatorDown', {
    offered: ({ operators }) => operators,
    read: ({ operator }) => operator,
    make: (operator) => ({ operator }),
  }),
  oneField('lateReceipts', 'traffic', 'lateReceiptsSeconds', {
    offered: () => ['5', '15', '60', '720'],
    read: (seconds) => String(seconds / 60),
    make: (minutes) => Number(minutes) * 60,
  }),
];

/** The names of all that is in force, unreachability first. */
export function inForce({ isReachable, faults }: PagePlatform): FaultName[] {
  const found = faultPresets.filter((preset) => preset.setting(faults) !== undefined);
  return [...(isReachable ? [] : (['unreachable'] as const)), ...found.map(({ name }) => name)];
}

/** What can be chosen: that which is in force too, where it was set by other means. */
export function choices(preset: FaultPreset, platform: PagePlatform): readonly string[] {
  const offered = preset.offered(platform);
  const current = preset.setting(platform.faults);
  return offered.length === 0 || current === undefined || offered.includes(current)
    ? offered
    : [...offered, current];
}
