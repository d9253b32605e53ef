/** The only door to the messaging platform's client. */

export { type OAuthSettings, type ValidityUnit, validityUnits } from './auth/oauth.ts';
export { createRedisTokens, type RedisTokens, type RedisTokensOptions } from './auth/redis-token-store.ts';
export { createUpstream, type Upstream, type UpstreamOptions } from './client.ts';
export { UpstreamError } from './errors.ts';
export { isDayPattern } from './message/day-format.ts';
export type { InfoAuth, SingleQuery } from './message/lookup.ts';
export type { SentMessage } from './message/wire.ts';
export type { FiguresOptions, FiguresQuery, ReadFigures } from './report/figures.ts';
export type { MessageQuery, MessageRead, ReadCounts } from './report/request.ts';
