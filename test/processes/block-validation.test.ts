import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLOCKS, makeBlocks, viewTests } from '../block-validation/make.ts';
import { filesIn, validateFiles } from '../block-validation/validate.ts';
import { startedSlack } from '../support/bolt-bot.ts';
import { start } from '../support/process.ts';

/** Tests that render charts and forms, and take a second. */
const SOME = [
  'test/features/check/rehearsal/view.test.ts',
  'test/features/summaries/subscription-view.test.ts',
];

test('`npm run validate-blocks` renders the views, prints what a workspace refuses, and fails', async () => {
  expect(viewTests()).toEqual(expect.arrayContaining(SOME));
  const { slack, apiUrl } = await startedSlack({ newerBlocks: false });
  const environment = { SLACK_BOT_TOKEN: 'xoxb-test', SLACK_API_URL: apiUrl };
  const { code, stdout } = await start('test/block-validation/main.ts', SOME, environment).ended;
  expect(code).toBe(1);
  expect(stdout).toContain('rehearsal.several.json\n  /blocks/');
  expect(stdout).toContain('unknown type `data_visualization`');
  expect(stdout).toMatch(/Slack refuses \d+ of \d+ in \S+\.\n$/);
  expect(filesIn(BLOCKS)).toEqual(
    expect.arrayContaining([
      'rehearsal.several.json',
      'subscription-form.new.json',
      'subscriptions.list.json',
    ]),
  );
  const asked = slack.apiCalls.filter(({ method }) => method === 'blocks.validate');
  expect(asked).toHaveLength(filesIn(BLOCKS).length);
  for (const kind of ['message', 'view']) expect(asked.some(({ args }) => kind in args)).toBe(true);

  // A workspace with the newer blocks refuses none.
  const { client } = await startedSlack();
  expect(await validateFiles(client, BLOCKS)).toEqual([]);
});

test('tests that cannot render their views are an error with the reason', async () => {
  await expect(makeBlocks(mkdtempSync(join(tmpdir(), 'sms-desk-')), ['test/golden.test.ts'])).rejects.toThrow(
    /^The views could not be made\.\n/,
  );
});

test('a refusal names the file, the place and the reason', async () => {
  const { client } = await startedSlack();
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-'));
  const header = { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } };
  writeFileSync(join(folder, 'good.json'), JSON.stringify({ text: 'x', blocks: [{ type: 'divider' }] }));
  writeFileSync(join(folder, 'long.json'), JSON.stringify({ text: 'x', blocks: [header] }));
  const title = { type: 'plain_text', text: 'x'.repeat(25) };
  writeFileSync(join(folder, 'form.json'), JSON.stringify({ type: 'modal', title, blocks: [] }));
  expect(await validateFiles(client, folder)).toEqual([
    { name: 'form.json', faults: ['/title/text: longer than 24 characters'] },
    { name: 'long.json', faults: ['/blocks/0/text/text: longer than 150 characters'] },
  ]);
});

test('any failure other than a refusal is an error', async () => {
  const { slack, client } = await startedSlack();
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-'));
  writeFileSync(join(folder, 'good.json'), JSON.stringify({ text: 'x', blocks: [{ type: 'divider' }] }));
  slack.failNext('blocks.validate', { error: 'internal_error' });
  await expect(validateFiles(client, folder)).rejects.toThrow('internal_error');
});

test('names the missing variable without a token', async () => {
  const { code, stderr } = await start('test/block-validation/main.ts', [], {}).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('SLACK_BOT_TOKEN');
});
