import { incidentStatusOf } from '../../domain/incidents/events.ts';
import type { Access } from '../../slack/listeners/access.ts';
import type { Incident } from '../../store/incidents/incident.ts';
import type { Incidents } from '../../store/incidents/incidents.ts';
import type { IncidentPosts } from '../../store/incidents/messages.ts';
import { isRecovering } from './incident/headline.ts';
import type { Onset, OpenIncident, OpenIncidents } from './model.ts';

export interface OpenIncidentsDeps {
  readonly incidents: Pick<Incidents, 'open'>;
  readonly incidentPosts: Pick<IncidentPosts, 'of'>;
  readonly access: Pick<Access, 'allowsChannel'>;
}

/** What `/sms-check` is to know of incidents that go on. */
export async function readOpenIncidents(deps: OpenIncidentsDeps): Promise<OpenIncidents> {
  const open = await deps.incidents.open();
  // `/sms-check` judges at normal sensitivity: what was found by that goes before.
  const [first, second] = [open.filter(isNormal), open.filter((incident) => !isNormal(incident))];
  const beginnings = [...first, ...second].map(({ whose, beganAt, evidence }): Onset => {
    return { whose, at: beganAt, isBefore: evidence.isFirstSeen ?? false };
  });
  const shown = await Promise.all(open.map((incident) => shownOf(incident, deps)));
  return { incidents: shown.filter(({ channels }) => channels.length > 0), beginnings };
}

function isNormal({ sensitivity }: Incident): boolean {
  return sensitivity === 'normal';
}

async function shownOf(
  incident: Incident,
  { incidentPosts, access }: OpenIncidentsDeps,
): Promise<OpenIncident> {
  const { id, whose, beganAt, sensitivity, events } = incident;
  const posts = await incidentPosts.of(id);
  const channels = posts
    .filter(
      ({ channel, ts, over }) => ts !== undefined && over === undefined && access.allowsChannel(channel),
    )
    .map(({ channel }) => channel);
  const { acknowledged, resolved, snoozed } = incidentStatusOf(events);
  return {
    whose,
    beganAt,
    sensitivity,
    isRecovering: isRecovering(incident),
    acknowledged,
    resolved,
    snoozed,
    channels,
  };
}
