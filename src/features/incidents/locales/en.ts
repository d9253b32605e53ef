import { check } from './check.en.ts';
import { escalation } from './escalation.en.ts';
import { incident } from './incident.en.ts';
import { rehearsal } from './rehearsal.en.ts';
import { watch } from './watch.en.ts';

/** The words of the on-call check, and of incidents. */
export const en = {
  check: { ...check, rehearsal },
  incident: { ...incident, pack: escalation, watch },
};
