import type { IncidentStatus } from '../../domain/incidents/events.ts';
import type { IncidentSubject } from '../../domain/incidents/subject.ts';
import type { LookupRequest } from '../../slack/listeners/typed-command.ts';
import type { Overview } from '../../store/channels/overview.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { Preference } from '../../store/people/preferences.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';

export interface HomeModel {
  readonly now: Date;
  /** `undefined`: no figures are stored. */
  readonly traffic: StoredTraffic | undefined;
  readonly incidents: { readonly shown: readonly HomeIncident[]; readonly more: number };
  readonly subscriptions: Overview<Subscription>;
  readonly watches: Overview<Watch>;
  readonly checks: ReadonlyMap<Watch['sensitivity'], LastCheck>;
  readonly recent: readonly HomeLookup[];
  readonly preference: Preference;
}

export interface HomeIncident extends Pick<IncidentStatus, 'acknowledged' | 'resolved' | 'snoozed'> {
  readonly subject: IncidentSubject;
  readonly beganAt: Date;
  /** Where its message stands, of the channels in which figures may be shown. */
  readonly channel: string;
}

export interface LastCheck {
  readonly at: Date;
  readonly nextAt: Date;
}

export interface HomeLookup {
  readonly sealed: string;
  readonly request: LookupRequest;
}
