import type { KnownBlock } from '@slack/types';
import type { Translations } from '../../i18n/index.ts';
import { finishesWithin } from '../../runtime/timeouts.ts';
import { actions, button } from '../blocks/blocks.ts';
import { ALREADY_SHOWN, type Answer, type IncomingRequest, type RequestContext } from './context.ts';
import type { RouterOptions } from './listener.ts';
import type { Responder } from './respond.ts';

export interface HomeHandlers<T extends Translations = Translations> {
  /** Loads the whole Home tab; `interimBlocks` gives what is known so far, shown while that takes long. */
  readonly load: (
    context: RequestContext<T>,
    note: string | undefined,
  ) => { readonly whole: Promise<KnownBlock[]>; readonly interimBlocks: () => KnownBlock[] };
  /** Shown below a failure. */
  readonly fallbackBlocks: (context: RequestContext<T>) => KnownBlock[];
}

export type Homes = ReturnType<typeof createHomes>;

interface OpenedHome {
  readonly userId: string;
  readonly requestId: string;
  readonly note?: string | undefined;
  /** True if the person opened the Home tab: then a refusal is recorded in the audit. */
  readonly isOpened?: boolean;
}

export const REFRESH_HOME = 'home.refresh';

export function createHomes(
  { app, client, timings }: Pick<RouterOptions, 'app' | 'client' | 'timings'>,
  handleRequest: (request: IncomingRequest) => Promise<void>,
) {
  let handlers: HomeHandlers | undefined;

  async function publish(user_id: string, blocks: KnownBlock[]): Promise<void> {
    // The view is passed as a JSON text, because Slack's client would copy an object twice for its log.
    await client.apiCall('views.publish', { user_id, view: JSON.stringify({ type: 'home', blocks }) });
  }

  function show({ userId, requestId, note, isOpened = false }: OpenedHome): Promise<void> {
    let allowed: RequestContext | undefined;
    const respond: Responder['respond'] = async ({ blocks, plain }) => {
      // A refusal or a failure replaces the whole tab; after a failure, a button offers to try again.
      const again = allowed && [actions('home', button(REFRESH_HOME, allowed.t.answer.again, 'home'))];
      const fallbackBlocks = allowed && handlers?.fallbackBlocks(allowed);
      const failure = (plain ?? blocks) as KnownBlock[];
      await publish(userId, [...failure, ...(again ?? []), ...(fallbackBlocks ?? [])]);
    };

    async function answer(context: RequestContext): Promise<Answer> {
      allowed = context;
      if (!handlers) return ALREADY_SHOWN;
      const { whole, interimBlocks } = handlers.load(context, note);
      if (!(await finishesWithin(timings.homeInterimAfterMs, whole))) await publish(userId, interimBlocks());
      await publish(userId, await whole);
      return ALREADY_SHOWN;
    }

    return handleRequest({
      name: 'home',
      requestId,
      userId,
      channelId: undefined,
      answerTo: { respond, tryRespond: async () => {} },
      replaces: true,
      mayRepeat: true,
      asksPlatform: false,
      audited: isOpened ? 'unless_answered' : 'never',
      answer,
    });
  }

  return {
    listen(given: HomeHandlers): void {
      handlers = given;
      app.event('app_home_opened', async ({ event, context }) => {
        if (event.tab !== 'home') return;
        const { user: userId } = event;
        await show({ userId, requestId: context.requestId, isOpened: true });
      });
    },
    show,
  };
}
