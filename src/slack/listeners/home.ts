import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import { finishesWithin } from '../../runtime/timeouts.ts';
import { actions, button } from '../blocks/blocks.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import { ALREADY_SHOWN, type Answer, type IncomingRequest, type RequestContext } from './context.ts';
import type { RouterOptions } from './listener.ts';
import type { Responder } from './respond.ts';
import type { UserPreferences } from './users.ts';

/** Starts to load the Home tab before the access check, because it reads only the person's own data. */
export type StartHome<T extends Translations = Translations> = (
  userId: string,
  isCompletion: boolean,
) => {
  readonly chosen: () => Promise<UserPreferences>;
  /** True if Slack's language and time zone were used because the person's choice was not read in time. */
  readonly isChoiceLate: () => boolean;
  readonly answer: (context: RequestContext<T>, note: string | undefined) => Promise<KnownBlock[]>;
  /** What is known so far, shown while `answer` takes long. */
  readonly interimBlocks: (context: RequestContext<T>) => KnownBlock[];
  readonly fallbackBlocks: (context: RequestContext<T>) => KnownBlock[];
};

export type Homes = ReturnType<typeof createHomes>;

interface OpenedHome {
  readonly userId: string;
  readonly requestId: string;
  readonly note?: string | undefined;
  /** Hash of the Home tab that the person sees. With it, Slack does not overwrite a newer Home tab. */
  readonly hash?: string | undefined;
  /** True if the person opened the Home tab: then a refusal is recorded in the audit. */
  readonly isOpened?: boolean;
  /** True if the person already sees what was known at first. */
  readonly isCompletion?: boolean;
}

export const REFRESH_HOME = 'home.refresh';

interface Published {
  /** False if the person already sees a newer Home tab, which stays. */
  readonly isNewest: boolean;
  readonly hash?: string | undefined;
}

const shownView = z.object({ view: z.object({ hash: z.string() }) });

const hashOf = (holder: unknown) => shownView.safeParse(holder).data?.view.hash;

export function createHomes(
  { app, client, timings }: Pick<RouterOptions, 'app' | 'client' | 'timings'>,
  handleRequest: (request: IncomingRequest) => Promise<void>,
) {
  let start: StartHome | undefined;

  async function publish(user_id: string, blocks: KnownBlock[], hash?: string): Promise<Published> {
    try {
      // The view is passed as a JSON text, because Slack's client would copy an object twice for its log.
      const view = JSON.stringify({ type: 'home', blocks });
      const hashed = hash === undefined ? {} : { hash };
      const answer = await client.apiCall('views.publish', { user_id, view, ...hashed });
      return { isNewest: true, hash: hashOf(answer) };
    } catch (error) {
      if (slackErrorCode(error) !== FORM_CHANGED) throw error;
      return { isNewest: false };
    }
  }

  function show(opening: OpenedHome): Promise<void> {
    const { userId, requestId, note, isOpened = false, isCompletion = false } = opening;
    const startedMs = performance.now();
    const home = start?.(userId, isCompletion);
    let allowed: RequestContext | undefined;
    let shown: Published = { isNewest: true };
    const respond: Responder['respond'] = async ({ blocks, plain }) => {
      if (!shown.isNewest) return;
      // A refusal or a failure replaces the whole tab; after a failure, a button offers to try again.
      const again = allowed && [actions('home', button(REFRESH_HOME, allowed.t.answer.again, 'home'))];
      const fallbackBlocks = allowed && home?.fallbackBlocks(allowed);
      const failure = (plain ?? blocks) as KnownBlock[];
      await publish(userId, [...failure, ...(again ?? []), ...(fallbackBlocks ?? [])], shown.hash);
    };

    async function answer(context: RequestContext): Promise<Answer> {
      allowed = context;
      if (!home) return ALREADY_SHOWN;
      const whole = home.answer(context, note);
      const leftMs = timings.homeInterimAfterMs - (performance.now() - startedMs);
      const isInTime = isCompletion || (await finishesWithin(Math.max(0, leftMs), whole));
      shown = await publish(userId, isInTime ? await whole : home.interimBlocks(context), opening.hash);
      if (!shown.isNewest || isCompletion || (isInTime && !home.isChoiceLate())) return ALREADY_SHOWN;
      const rest = await whole;
      // After a late choice, the tab is made again in the chosen language and time zone.
      if (home.isChoiceLate()) await show({ userId, requestId, note, hash: shown.hash, isCompletion: true });
      else await publish(userId, rest, shown.hash);
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
      chosen: home?.chosen,
      audited: isOpened ? 'unless_answered' : 'never',
      answer,
    });
  }

  return {
    listen(startHome: StartHome): void {
      start = startHome;
      app.event('app_home_opened', async ({ event, context }) => {
        if (event.tab !== 'home') return;
        const { user: userId } = event;
        await show({ userId, requestId: context.requestId, hash: hashOf(event), isOpened: true });
      });
    },
    show,
  };
}
