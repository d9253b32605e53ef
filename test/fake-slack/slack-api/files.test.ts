import type { WebClient } from '@slack/web-api';
import { beforeEach, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { renderMessage } from '../../../tools/playground/terminal/render.ts';
import { startedSlack } from '../../support/bolt-bot.ts';

let slack: Workspace;
let client: WebClient;

beforeEach(async () => {
  ({ slack, client } = await startedSlack());
});

const CONTENT = 'número;estado\r\n+56…;ok\r\n';

/** Announces a file and sends it to the returned address. */
async function upload(content = CONTENT): Promise<string> {
  const length = Buffer.byteLength(content);
  const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({
    filename: 'a.csv',
    length,
  });
  await fetch(upload_url, { method: 'POST', body: content });
  return file_id;
}

it('filesUploadV2 announces, sends and shares a file', async () => {
  const { channel } = await client.conversations.open({ users: 'U1' });

  await client.filesUploadV2({
    channel_id: channel?.id ?? '',
    filename: 'status.csv',
    title: 'Status',
    content: CONTENT,
    initial_comment: '[1] as asked for',
  });

  expect(slack.files()).toEqual([
    { id: 'F1', name: 'status.csv', title: 'Status', channel: 'D1', content: CONTENT },
  ]);
  const [message] = slack.messages({ person: 'U1' });
  expect(message).toMatchObject({ channel: 'D1', author: 'bot', text: '[1] as asked for', blocks: [] });
  expect(message && renderMessage(message)).toBe('[1] as asked for\n[file: Status (status.csv)]');
  expect(slack.messages({ person: 'U2' })).toEqual([]);
  expect(slack.apiCalls.map(({ method }) => method)).toEqual([
    'conversations.open',
    'files.getUploadURLExternal',
    'files.upload',
    'files.completeUploadExternal',
  ]);
});

it('a file is shared in its own message, also in a thread', async () => {
  const { ts: thread_ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'first' });
  const id = await upload();
  await client.files.completeUploadExternal({ files: [{ id, title: 'a.csv' }], channel_id: 'C1', thread_ts });

  const message = slack.messages().at(-1);
  expect(message).toMatchObject({ threadTs: thread_ts, files: [{ id, name: 'a.csv', title: 'a.csv' }] });
  expect(message && renderMessage(message)).toBe('[file: a.csv]');
});

it.for([
  ['a channel without the bot', 'not_in_channel', 'C2'],
  ['a channel that is not there', 'channel_not_found', 'C7'],
  ["a person's id", 'channel_not_found', 'U1'],
] as const)('a file for %s is refused with `%s`', async ([, error, channel_id]) => {
  const files: [{ id: string }] = [{ id: await upload() }];
  await expect(client.files.completeUploadExternal({ files, channel_id })).rejects.toThrow(error);
  expect(slack.files()).toEqual([]);
});
