import { expect, test } from 'vitest';
import { choose, startTestPlayground } from './a-playground.ts';

test('the request log shows each request with its answer, without numbers and secrets', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest, messages } = await playground.visit();
  await page.getByRole('button', { name: 'What happened' }).click();
  const pane = page.getByRole('complementary', { name: 'What happened' });
  await pane.getByText('Nothing has happened yet').waitFor();
  await send('/sms-status +56 9 1234 5678');
  await choose(newest, 'CSV');
  await messages.getByText(/^The CSV is in/).waitFor();

  for (const step of [
    'Slack Bot /sms-status 200',
    'Bot Platform POST /login_ws 200',
    'Bot Platform POST /report_mt 200',
    'Bot Slack files.upload ok',
  ]) {
    await pane.getByRole('button', { name: step }).first().waitFor();
  }

  const rows = pane.getByRole('listitem').getByRole('button', { expanded: false });
  const before = await rows.count();
  for (let left = before; left > 0; left -= 1) await rows.first().click();
  await expect.poll(() => pane.getByText('Fetching…').count()).toBe(0);
  await expect.poll(() => pane.getByRole('heading', { name: 'Request' }).count()).toBeGreaterThan(before - 3);
  const text = await pane.innerText();
  expect(text).toContain('"command": "/sms-status"');
  expect(text).toContain('+56 9 •••• •678');
  expect(text.replaceAll(/[\s().-]/g, '')).not.toMatch(/1234\s?5678/);
  // A token has three parts; a sealed button value may contain any three letters.
  expect(text).not.toMatch(/xox[bp]-|Bearer [A-Za-z0-9]|eyJ[\w-]+\.[\w-]+\.|local-[0-9a-f]{8}/);

  await pane.getByRole('button', { name: 'Close' }).click();
  expect(await pane.count()).toBe(0);
});

test('the request log marks problems', async () => {
  const playground = await startTestPlayground();
  await playground.act({ kind: 'faults', faults: { html: true } });
  const { page, send, newest } = await playground.visit();
  await page.getByRole('button', { name: 'What happened' }).click();
  await send('/sms-status +56 9 1234 5678');
  await newest.getByText(/Reference: /).waitFor();
  const pane = page.getByRole('complementary', { name: 'What happened' });
  await pane
    .getByRole('button', { name: /Problem: / })
    .first()
    .click();
  await pane.getByLabel('Answer').getByText('Estamos en mantenimiento').waitFor();
});
