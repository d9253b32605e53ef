import type { App } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import { actions, button, type View } from '../blocks/blocks.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import { type IncomingRequest, type RequestContext, SHOWN_THERE } from './context.ts';
import type { Responder } from './respond.ts';
import type { Chosen } from './users.ts';

/** Begins a Home, before it is known whether the person may have one: it reads no more than what is the person's own. */
export type BeginHome<T extends Translations = Translations> = (userId: string) => {
  readonly chosen: () => Promise<Chosen>;
  /** What it shows. `note` stands above the rest: what a button has just done. */
  readonly answer: (context: RequestContext<T>, note: string | undefined) => Promise<KnownBlock[]>;
  /** What stands beneath what went wrong: it goes on working. */
  readonly otherwise: (context: RequestContext<T>) => KnownBlock[];
};

export interface Homes {
  /** Whose Homes are shown; there is one. */
  listen(begin: BeginHome): void;
  /** Brings a person's Home up to date. Never rejects. */
  show(opened: OpenedHome): Promise<void>;
}

interface OpenedHome {
  readonly userId: string;
  readonly requestId: string;
  readonly note?: string | undefined;
  /** Of the Home that is seen: where that has changed meanwhile, what is there is newer. */
  readonly hash?: string | undefined;
  /** Whether it was opened, and the audit hears of it where it is refused; left out where it only changes. */
  readonly isOpened?: boolean;
}

interface HomeOptions {
  readonly app: App;
  readonly homeClient: WebClient;
  readonly handleRequest: (request: IncomingRequest) => Promise<void>;
}

export const REFRESH_HOME = 'home.refresh';

const opened = z.object({
  user: z.string(),
  tab: z.literal('home'),
  view: z.object({ hash: z.string() }).optional(),
});

/** Publishes Homes. Nothing is listened to before somebody answers. */
export function createHomes({ app, homeClient, handleRequest }: HomeOptions): Homes {
  let begin: BeginHome | undefined;

  async function publish(user_id: string, blocks: KnownBlock[], hash?: string): Promise<void> {
    try {
      // As text, as it is sent: of an object, Slack's client makes two copies for a log that nobody keeps.
      const view = JSON.stringify({ type: 'home', blocks });
      await homeClient.apiCall('views.publish', { user_id, view, ...(hash === undefined ? {} : { hash }) });
    } catch (error) {
      if (slackErrorCode(error) !== FORM_CHANGED) throw error;
    }
  }

  const show: Homes['show'] = ({ userId, requestId, note, hash, isOpened = false }) => {
    const home = begin?.(userId);
    let allowed: RequestContext | undefined;
    const respond: Responder['respond'] = (said) => {
      // What is refused, or fails, is all that is seen.
      const again = allowed && [actions('home', button(REFRESH_HOME, allowed.t.answer.again, 'home'))];
      const otherwise = allowed && home?.otherwise(allowed);
      return publish(userId, [...blocksOf(said), ...(again ?? []), ...(otherwise ?? [])]);
    };
    return handleRequest({
      name: 'home',
      requestId,
      userId,
      channelId: undefined,
      // Bolt acknowledges events itself.
      ack: async () => {},
      answerTo: { respond, tryRespond: async () => {} },
      replaces: true,
      mayRepeat: true,
      asksPlatform: false,
      chosen: home?.chosen,
      audited: isOpened ? 'unless_answered' : 'never',
      async answer(context) {
        allowed = context;
        if (home) await publish(userId, await home.answer(context, note), hash);
        return SHOWN_THERE;
      },
    });
  };

  return {
    listen(begun) {
      begin = begun;
      app.event('app_home_opened', async ({ event, context }) => {
        const { data } = opened.safeParse(event);
        if (!data) return;
        const { user: userId, view } = data;
        await show({ userId, requestId: context.requestId, hash: view?.hash, isOpened: true });
      });
    },
    show,
  };
}

/** What is said in place of a Home holds no newer blocks. */
function blocksOf({ blocks, plain }: View): KnownBlock[] {
  return (plain ?? blocks) as KnownBlock[];
}
