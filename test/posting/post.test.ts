import { expect, test } from 'vitest';
import { createPost } from '../../src/posting/post.ts';
import { header, line, richText, view } from '../../src/slack/blocks/blocks.ts';
import { createBlockFallback } from '../../src/slack/blocks/fallback.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { channels, createTestWorkspace } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';

async function posting() {
  const slack = createTestWorkspace();
  const { apiUrl } = await slack.start();
  const { log, lines } = recordLog();
  const { posting: client } = createClients({ botToken: 'xoxb-canary', apiUrl, log });
  const post = createPost(
    client,
    createBlockFallback(() => new Date(), log),
    log,
  );
  return { slack, post, lines };
}

const long = view(...Array.from({ length: 5 }, () => richText(line('🚀'.repeat(1_000)))));

test('a message is posted with all its text, and a change shortens it to Slack’s limit', async () => {
  const { slack, post } = await posting();
  const place = await post.toChannel(channels.support.id, long);
  if ('refused' in place) throw new Error(place.refused);
  expect(slack.messages()[0]?.text).toBe(long.text);

  expect(await post.change(place, long)).toBeUndefined();
  const [changed] = slack.messages();
  expect(changed).toMatchObject({ ts: place.ts, replaced: 1, blocks: long.blocks });
  expect(changed?.text).toHaveLength(4_000);
  expect(long.text.startsWith(changed?.text.slice(0, -1) ?? '?')).toBe(true);
  expect(changed?.text).toMatch(/🚀…$/u);

  expect(await post.changeWithRetries(place, view(header('Done')))).toBeUndefined();
  expect(slack.messages()[0]?.text).toBe('Done');
});
