/** Loaded on demand: with the query builder it takes a tenth of a second. */

export { createAudit } from './audit/audit.ts';
export { createConspicuousActs } from './audit/conspicuous.ts';
export { createSubscriptions } from './channels/subscriptions.ts';
export { createWatches } from './channels/watches.ts';
export { openDatabase } from './database.ts';
export { createDayFigures } from './figures/day-figures.ts';
export { createObservations } from './figures/observations.ts';
export { createIncidents } from './incidents/incidents.ts';
export { createIncidentPosts } from './incidents/messages.ts';
export { cleanUpWorkspace } from './installations/clean-up.ts';
export { createInstallations } from './installations/installations.ts';
export { createLeases } from './leases.ts';
export { createOpenWork } from './open-work.ts';
export { createPreferences } from './people/preferences.ts';
export { createRecentLookups } from './people/recent-lookups.ts';
export { createMessageTracking } from './posting/message-tracking.ts';
export { createPosts } from './posting/posts.ts';
export { createRuns } from './posting/runs.ts';
export { createSummaries } from './posting/summaries.ts';
export { createSeenRequests } from './seen-requests.ts';
export { createUsage } from './usage.ts';
