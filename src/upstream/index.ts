/** The only door to the messaging platform's client. */
export { createUpstream, type Upstream, type UpstreamOptions } from './client.ts';
export { isDayPattern } from './day-format.ts';
export { UpstreamError } from './errors.ts';
export { type OAuthSettings, type ValidityUnit, validityUnits } from './oauth.ts';
export { createRedisTokens, type RedisTokens, type RedisTokensOptions } from './redis-token-store.ts';
export type { FiguresOptions, FiguresQuery, ReadFigures } from './report-figures.ts';
export type { MessageQuery, MessageRead, ReadCounts } from './reports.ts';
export type { InfoAuth, SingleQuery } from './single.ts';
export type { SentMessage } from './single-wire.ts';
