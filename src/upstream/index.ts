export { type OAuthSettings, type ValidityUnit, validityUnits } from './auth/login.ts';
export {
  createRedisTokens,
  inspectRedis,
  type RedisOptions,
  type RedisTokens,
} from './auth/redis-tokens.ts';
export { accountOf, createUpstream, type Upstream, type UpstreamOptions } from './client.ts';
export { UpstreamError } from './errors.ts';
export { type InfoAuth, isDayPattern } from './message/lookup.ts';
export type { SentMessage } from './message/wire.ts';
export type { FiguresQuery, ReadFigures } from './report/figures.ts';
export type { MessageQuery, MessageRead, ReadCounts } from './report/request.ts';
export { createTrial, type ReportTrial } from './trial.ts';
