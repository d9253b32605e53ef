import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';

const SIGNS = {
  normal: 'white_check_mark',
  degraded: 'large_orange_circle',
  down: 'red_circle',
  silent: 'mute',
  clock_off: 'clock3',
  too_little_traffic: 'grey_question',
  platform_unreachable: 'electric_plug',
} as const satisfies Record<IncidentVerdict, string>;

/** The emoji in the colour of a verdict. */
export function signOf(verdict: IncidentVerdict): string {
  return SIGNS[verdict];
}
