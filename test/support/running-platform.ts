import type { Database } from '../../src/store/database.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { channels } from './desk.ts';
import { anUpstreamOf, aSandbox } from './sandbox.ts';
import { aName } from './store.ts';

/** A clock that runs from a time on, and can be moved. */
export function aRunningClock(at: string) {
  const clock = { now: new Date(at), sinceMs: Date.now() };
  return {
    now: () => new Date(clock.now.getTime() + Date.now() - clock.sinceMs),
    moveTo(time: string) {
      clock.now = new Date(time);
      clock.sinceMs = Date.now();
    },
  };
}

/** A platform with an account of its own in a database that tests share. */
export async function aRunningPlatform({ db }: Database, now: () => Date, perDay: number) {
  const credentials = { email: `${aName()}@example.com` };
  const platform = { ...(await aSandbox({ perDay, credentials, now })), now };
  return { platform, rows: { db, account: anUpstreamOf(platform).account } };
}

/** What stands in a channel for all to see: all of it, what begins a thread, and the replies. */
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
