/** Durable work. Its library is loaded when the first work is sent or done. */
export { createJobs, type JobsOptions } from './jobs.ts';
export type { Again, HandleOptions, Jobs, Work, WorkOptions } from './types.ts';
