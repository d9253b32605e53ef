import { check } from './check.en.ts';
import { escalation } from './escalation.en.ts';
import { incident } from './incident.en.ts';
import { rehearsal } from './rehearsal.en.ts';
import { watch } from './watch.en.ts';

export const en = {
  check: { ...check, rehearsal },
  incident: { ...incident, pack: escalation, watch },
};
