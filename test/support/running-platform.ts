import type { Database } from '../../src/store/database.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { channels } from './desk.ts';
import { openUpstreamOf, runningSandbox } from './sandbox.ts';
import { uniqueName } from './store.ts';

/** A running clock that can be moved. */
export function createRunningClock(at: string) {
  const clock = { now: new Date(at), sinceMs: Date.now() };
  return {
    now: () => new Date(clock.now.getTime() + Date.now() - clock.sinceMs),
    moveTo(time: string) {
      clock.now = new Date(time);
      clock.sinceMs = Date.now();
    },
  };
}

/** A platform with its own account in a shared database. */
export async function startRunningPlatform({ db }: Database, now: () => Date, perDay: number) {
  const credentials = { email: `${uniqueName()}@example.com` };
  const platform = { ...(await runningSandbox({ perDay, credentials, now })), now };
  return { platform, rows: { db, account: openUpstreamOf(platform).account } };
}

/** The public messages of a channel: all, top-level ones, and replies. */
export function publicPosts(slack: Workspace) {
  const posts = (channel: string = channels.support.id) =>
    slack
      .messages({ channel })
      .filter(({ author, visibleTo }) => author === 'bot' && visibleTo === undefined);
  return {
    posts,
    roots: (channel?: string) => posts(channel).filter(({ threadTs }) => threadTs === undefined),
    replies: (channel?: string) => posts(channel).filter(({ threadTs }) => threadTs !== undefined),
  };
}
