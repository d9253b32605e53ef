import type { App } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import { actions, button, type View } from '../blocks/blocks.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import { type RequestContext, SHOWN_THERE } from './context.ts';
import type { IncomingRequest } from './handle-request.ts';
import type { Replies, Responder, WrittenAt } from './respond.ts';
import { createReplier } from './respond.ts';

/** What somebody's Home shows. `note` stands above the rest: what a button has just done, or that it is at work. */
export type AnswerHome<T extends Translations = Translations> = (
  context: RequestContext<T>,
  note: HomeNote | undefined,
) => Promise<KnownBlock[]>;

/** `answered`: in a direct message; else a line that says how it goes. */
export type HomeNote = 'answered' | { readonly line: string };

/** What was pressed, entered or chosen, as Slack tells it; a view has no address for answers. */
interface Used {
  readonly response_url?: string | undefined;
  readonly view?: { readonly type: string } | undefined;
  readonly user: { readonly id: string };
}

export interface Homes {
  /** Whose answer is shown; there is one. */
  listen(answer: AnswerHome): void;
  /** Brings a person's Home up to date. Never rejects. */
  show(opened: OpenedHome): Promise<void>;
  /**
   * Where the answer to a button, a menu or a field goes: to its message; from a view, which has no message, to the
   * person directly. A Home tells so, and is as it is then.
   */
  answerTo(used: Used, requestId: string): string | WrittenAt | Responder;
}

interface OpenedHome {
  readonly userId: string;
  readonly requestId: string;
  readonly note?: HomeNote | undefined;
  /** Of the Home that is seen: where that has changed meanwhile, what is there is newer. */
  readonly hash?: string | undefined;
  /** Whether it was opened, and the audit hears of it where it is refused; left out where it only changes. */
  readonly isOpened?: boolean;
}

interface HomeOptions {
  readonly app: App;
  readonly homeClient: WebClient;
  readonly post: Replies;
  readonly handleRequest: (request: IncomingRequest) => Promise<void>;
}

/** Brings it up to date. */
export const REFRESH_HOME = 'home.refresh';

const opened = z.object({
  user: z.string(),
  tab: z.literal('home'),
  view: z.object({ hash: z.string() }).optional(),
});

/** Publishes Homes, and knows where answers go that no message takes. Nothing is listened to before somebody answers. */
export function createHomes({ app, homeClient, post, handleRequest }: HomeOptions): Homes {
  let answer: AnswerHome | undefined;

  async function publish(user_id: string, blocks: KnownBlock[], hash?: string): Promise<void> {
    try {
      const view = { type: 'home', blocks } as const;
      await homeClient.views.publish({ user_id, view, ...(hash === undefined ? {} : { hash }) });
    } catch (error) {
      if (slackErrorCode(error) !== FORM_CHANGED) throw error;
    }
  }

  const show: Homes['show'] = ({ userId, requestId, note, hash, isOpened = false }) => {
    let allowed: RequestContext | undefined;
    const respond: Responder['respond'] = (said) => {
      // What is refused, or fails, is all that is seen.
      const again = allowed && [actions('home', button(REFRESH_HOME, allowed.t.answer.again, ''))];
      return publish(userId, [...blocksOf(said), ...(again ?? [])]);
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
      asksPlatform: false,
      audited: isOpened ? 'unless_answered' : 'never',
      async answer(context) {
        allowed = context;
        if (answer) await publish(userId, await answer(context, note), hash);
        return SHOWN_THERE;
      },
    });
  };

  return {
    listen(answered) {
      answer = answered;
      app.event('app_home_opened', async ({ event, context }) => {
        const { data } = opened.safeParse(event);
        if (!data) return;
        const { user: userId, view } = data;
        await show({ userId, requestId: context.requestId, hash: view?.hash, isOpened: true });
      });
    },
    show,
    answerTo({ response_url: responseUrl, user, view }, requestId) {
      if (responseUrl !== undefined) return responseUrl;
      const directly = { userId: user.id, channelId: user.id };
      if (view?.type !== 'home') return directly;
      const replier = createReplier(directly, post);
      let shown = 0;
      const tell = (note: HomeNote) => {
        shown += 1;
        return show({ userId: user.id, requestId: `${requestId}.home.${shown}`, note });
      };
      return {
        async respond(message, replaces) {
          await replier.respond(message, replaces);
          await tell('answered');
        },
        tryRespond: ({ text }) => tell({ line: text }),
      };
    },
  };
}

/** What is said in place of a Home holds no newer blocks. */
function blocksOf({ blocks, plain }: View): KnownBlock[] {
  return (plain ?? blocks) as KnownBlock[];
}
