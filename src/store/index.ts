/** Everything that is kept, behind one door: with the query builder it takes a tenth of a second to load. */
export { openDatabase } from './database.ts';
export { createIncidentPosts } from './incident-posts.ts';
export { createIncidents } from './incidents.ts';
export { createLeases } from './leases.ts';
export { createLongRuns } from './long-runs.ts';
export { createObservations } from './observations.ts';
export { createPosts } from './posts.ts';
export { createRollups } from './rollups.ts';
export { createSettlings } from './settlings.ts';
export { createSubscriptions } from './subscriptions.ts';
export { createSummaries } from './summaries.ts';
export { createWatches } from './watches.ts';
