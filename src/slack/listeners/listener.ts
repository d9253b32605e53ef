import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Language, Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { Timings } from '../../runtime/timings.ts';
import { type ModalOrigin, toModal } from '../forms/modal.ts';
import type { BoltListeners } from './bolt-listeners.ts';
import type { Answer, IncomingRequest, Reply, RequestContext } from './context.ts';
import type { RequestHandlerOptions } from './handle-request.ts';

export interface RouterOptions extends RequestHandlerOptions {
  readonly app: App;
  /** A client of Slack with a timeout below the three seconds within which a form must open. */
  readonly formClient: WebClient;
  readonly client: WebClient;
  readonly sealer: Sealer;
  readonly timings: RequestHandlerOptions['timings'] & Pick<Timings, 'homeInterimAfterMs' | 'answerRetryMs'>;
}

export type HandleFeatureRequest = (request: Omit<IncomingRequest, 'asksPlatform'>) => Promise<void>;

export interface ListenerOptions<T extends Translations> extends RouterOptions {
  readonly boltListeners: BoltListeners;
  readonly translations: (language: Language) => T;
  readonly handleRequest: HandleFeatureRequest;
  /** Handles requests that do not call the SMS platform. */
  readonly handleOffline: HandleFeatureRequest;
}

export function translated<T extends Translations, Input, Result>(
  answer: (input: Input, context: RequestContext<T>) => Promise<Result>,
  { translations }: ListenerOptions<T>,
) {
  return (input: Input, context: RequestContext) =>
    answer(input, { ...context, t: translations(context.user.language) });
}

export function toAnswer(
  reply: Reply,
  askedBy: Pick<ModalOrigin, 'responseUrl' | 'replaces'>,
  { user, channelId, threadTs }: RequestContext,
  sealer: Sealer,
): Answer {
  if (!('form' in reply)) return reply;
  const { language, timeZone } = user;
  return { modal: toModal(reply.form, { ...askedBy, channelId, threadTs, language, timeZone }, sealer) };
}
