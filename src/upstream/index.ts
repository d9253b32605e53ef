/** The only door to the messaging platform's client. */
export { createUpstream, type Upstream, type UpstreamOptions } from './client.ts';
export { UpstreamError } from './errors.ts';
export type { MessageQuery, MessageRead, ReadCounts } from './reports.ts';
