import { check } from './check.es.ts';
import type { en } from './en.ts';
import { escalation } from './escalation.es.ts';
import { incident } from './incident.es.ts';
import { rehearsal } from './rehearsal.es.ts';
import { watch } from './watch.es.ts';

export const es: typeof en = {
  check: { ...check, rehearsal },
  incident: { ...incident, pack: escalation, watch },
};
