import { App, type AppOptions, type Receiver, type ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { type Language, translationsFor } from '../../i18n/index.ts';
import { createRareWarning, type Log } from '../../ops/log.ts';
import { type Metrics, OTHER } from '../../ops/metrics.ts';
import { type EndedInstallation, endedInstallation } from '../oauth/ended-installation.ts';
import { createBoltLogger, type PostJson } from './clients.ts';
import { originOf, type RequestOrigin } from './workspaces.ts';

export type UnservedReason = 'not_listed' | 'not_installed' | 'token_refused' | 'not_started';

export type ProcessEvent = (event: ReceiverEvent) => Promise<void>;

export type DispatchResult =
  | ProcessEvent
  | { readonly unserved: UnservedReason; readonly language?: Language | undefined };

interface DispatchOptions {
  readonly receiver: Receiver;
  readonly find: (origin: RequestOrigin) => Promise<DispatchResult>;
  readonly onUninstalled: (event: EndedInstallation) => Promise<void>;
  readonly fetch: PostJson;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Tracks requests until they are answered, because Bolt tracks them only until the acknowledgement. */
export function createInFlight() {
  const running = new Set<Promise<void>>();
  return {
    async track(run: Promise<void>): Promise<void> {
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Slack's notice that it leaves out events: https://docs.slack.dev/apis/events-api/#rate-limiting */
const RATE_LIMITED = 'app_rate_limited';

/** The app of one workspace. It also acknowledges `RATE_LIMITED`, which Bolt does not know. */
export class WorkspaceApp extends App {
  readonly #watching: Pick<DispatchOptions, 'log' | 'metrics'>;

  constructor(options: AppOptions, watching: Pick<DispatchOptions, 'log' | 'metrics'>) {
    super(options);
    this.#watching = watching;
  }

  override async processEvent(event: ReceiverEvent): Promise<void> {
    if (event.body.type !== RATE_LIMITED) return super.processEvent(event);
    await event.ack();
    this.#watching.log.warn('Slack leaves out events, because the workspace had too many within an hour');
    this.#watching.metrics.request(OTHER, RATE_LIMITED, 0);
  }
}

/** Passes each request to its workspace's app. Answers others with why their workspace is not served. */
export class Dispatcher extends App {
  readonly inFlight = createInFlight();
  readonly #options: DispatchOptions;
  readonly #unanswered: ReturnType<typeof createRareWarning>;

  constructor(options: DispatchOptions) {
    super({
      receiver: options.receiver,
      authorize: async () => ({}),
      ignoreSelf: false,
      convoStore: false,
      logger: createBoltLogger(options.log),
    });
    this.#options = options;
    this.#unanswered = createRareWarning({
      log: options.log,
      problem: 'who asked from a workspace that is not served was not told so',
    });
  }

  override async processEvent(event: ReceiverEvent): Promise<void> {
    await this.inFlight.track(this.#handOver(event));
  }

  async #handOver(event: ReceiverEvent): Promise<void> {
    const { find, onUninstalled } = this.#options;
    const origin = originOf(event.body);
    const ended = endedInstallation(event.body, origin);
    if (ended) {
      // The event is acknowledged only after `onUninstalled`, so that Slack repeats the event if that fails.
      await onUninstalled(ended);
      await event.ack();
      return;
    }
    const found = await find(origin);
    if (typeof found === 'function') await found(event);
    else await this.#refuse(event, origin, found);
  }

  async #refuse(
    { body, ack }: ReceiverEvent,
    { teamId, enterpriseId }: RequestOrigin,
    { unserved, language }: Exclude<DispatchResult, ProcessEvent>,
  ): Promise<void> {
    const { log, metrics, fetch } = this.#options;
    await ack();
    log.warn(
      { workspace: teamId, organization: enterpriseId, reason: unserved },
      'a request of a workspace that is not served',
    );
    metrics.request(OTHER, unserved, 0);
    const { data } = answerable.safeParse(body);
    if (!data) return;
    const languages = language === undefined ? LANGUAGES : [language];
    const text = languages
      .map((one) => translationsFor(one).installation[unserved])
      .map(({ sentence, nextStep }) => `${sentence} ${nextStep}`)
      .join('\n');
    const answer = { response_type: 'ephemeral', replace_original: false, text };
    await fetch(data.response_url, answer).catch((error: unknown) => this.#unanswered.warn(error));
  }
}

const LANGUAGES: readonly Language[] = ['en', 'es'];

const answerable = z.object({ response_url: z.url({ protocol: /^https?$/ }) });

export function createWorkspaceReceiver(): {
  readonly receiver: Receiver;
  readonly processEvent: ProcessEvent;
} {
  let app: App | undefined;
  return {
    receiver: {
      init(bolt) {
        app = bolt;
      },
      start: async () => undefined,
      stop: async () => undefined,
    },
    async processEvent(event) {
      await app?.processEvent(event);
    },
  };
}
