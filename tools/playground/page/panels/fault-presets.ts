import type { PagePlatform } from '../contract.ts';

type PlatformFaults = PagePlatform['faults'];

export interface FaultPreset {
  readonly name: string;
  readonly about: string;
  readonly faults: PlatformFaults;
}

const preset = (name: string, about: string, faults: PlatformFaults): FaultPreset => ({
  name,
  about,
  faults,
});

export const faultPresets: readonly FaultPreset[] = [
  preset('Server errors', 'Every request is answered with 503.', { serverErrors: {} }),
  preset('Rate limited', 'Every request is answered with 429: wait 5 s.', {
    rateLimited: { retryAfterSeconds: 5 },
  }),
  preset('Slow', 'Answers begin after 3 s.', { slowFirstByteMs: 3_000 }),
  preset('Logins refused', 'Credentials are answered with 401.', { unauthorized: { operation: 'login' } }),
  preset('Web page', 'A web page comes with status 200 where JSON should.', { html: true }),
  preset('Cut off', 'Half of the answer arrives.', { truncate: 'connection' }),
  preset('Wrong total', '500 more messages are announced than sent.', { wrongTotal: 500 }),
  preset('Operator down', 'Entel takes no messages from now on: move the clock on to see it.', {
    operatorDown: { operator: 'Entel' },
  }),
  preset('Late receipts', 'Delivery receipts come 5 min late, from now on and before.', {
    lateReceiptsSeconds: 300,
  }),
];

/** Returns true if all faults of the preset are set, even with figures that differ from the preset's. */
export function isInForce({ faults }: FaultPreset, all: PlatformFaults): boolean {
  return Object.keys(faults).every((name) => name in all);
}
