import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { choose, startTestPlayground } from './a-playground.ts';

test('a new person sees examples, and one click sends one', async () => {
  const playground = await startTestPlayground();
  const { page, messages, newest } = await playground.visit();
  await page.getByRole('heading', { name: 'This is the beginning of #support' }).waitFor();
  expect(await page.title()).toBe('#support · Andes Retail · SMS Desk');
  const tries = messages.getByRole('list').getByRole('button');
  expect(await tries.count()).toBeGreaterThan(5);
  await tries.filter({ hasText: 'Stuck: handed to the operator' }).click();
  await newest.getByText(/The last \d+ are stuck, since/).waitFor();
  await newest.getByText('Only visible to you').waitFor();

  await page.getByRole('button', { name: 'Try', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Things to try' });
  await menu.getByRole('button', { name: /help/ }).click();
  await newest.getByText('/sms-status id <identifier>').waitFor();
  expect(await menu.count()).toBe(0);
});

test('a command is completed, and its answer is paged, refreshed, downloaded and shared', async () => {
  const playground = await startTestPlayground();
  const { page, composer, messages, finalMessages: spoken, newest, goTo, become } = await playground.visit();
  await composer.pressSequentially('/');
  await page.getByRole('option', { name: /\/sms-status <number>/ }).waitFor();
  await composer.press('Tab');
  expect(await composer.inputValue()).toBe('/sms-status ');
  await composer.pressSequentially('+56 9 1234 5678');
  await composer.press('Enter');

  await newest.getByText('+56 9 •••• •678').waitFor();
  const answer = newest;
  await answer.getByText(/^Delivered /).waitFor();
  await answer
    .getByText(/Platform .*\d\d:\d\d:\d\d\s+Entel .* \+2 s\s+Handset .* \+6 s/)
    .first()
    .waitFor();
  await answer.getByText('page 1 of 2').waitFor();
  expect(await composer.inputValue()).toBe('');
  expect(await page.content()).not.toMatch(/9\s?1234\s?5678(?![^<]*<\/code>)/);

  await answer.getByRole('button', { name: 'Older' }).click();
  await answer.getByText('page 2 of 2').waitFor();
  await answer.getByRole('button', { name: 'Newer' }).click();
  await answer.getByText('page 1 of 2').waitFor();
  await playground.act({ kind: 'clock', at: '2026-11-18T22:00:00Z' });
  await choose(answer, 'Refresh');
  await answer.getByText(/^Delivered 18:45/).waitFor();
  expect(await spoken.count()).toBe(1);

  await choose(answer, 'CSV');
  await newest.getByText('The CSV is in your DMs with SMS Desk.').waitFor();
  await goTo('SMS Desk');
  const file = messages.getByRole('list', { name: 'Files' });
  await file.getByText(/^sms-2026-11-18.*\.csv$/).waitFor();
  await file
    .getByRole('region', { name: /^First rows of/ })
    .getByText(/operator_time/)
    .waitFor();
  const download = page.waitForEvent('download');
  await file.getByRole('link', { name: /^Download sms-/ }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^sms-2026-11-18.*\.csv$/);
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff?number,sender,operator,outcome/);
  expect(lines.length).toBeGreaterThan(6);

  await goTo('support');
  await choose(messages, 'Share to channel');
  await messages.getByText(/^Shared by Ana Rojas/).waitFor();
  await become('Mei Tanaka');
  await messages.getByText(/^Shared by Ana Rojas/).waitFor();
  await expect.poll(() => messages.getByRole('article').count()).toBe(1);
  await expect.poll(() => messages.getByText('Only visible to you').count()).toBe(0);
});

test('the form shows errors at their fields, keeps the entered values, and answers', async () => {
  const playground = await startTestPlayground();
  const { send, form, newest, page } = await playground.visit();
  await send('/sms-status');
  const number = form.getByRole('textbox', { name: 'Number' });
  await number.fill('12');
  await form.getByRole('combobox', { name: 'Period' }).selectOption('yesterday');
  await form.getByRole('textbox', { name: /^Or in your own words/ }).fill('tomorrow-ish');
  await form.getByRole('button', { name: 'Look up' }).click();
  await form.getByText('I can’t find a phone number in “12”.').waitFor();
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => number.evaluate((element) => element.matches(':focus'))).toBe(true);
  await form.getByText(/Write it as 18\/11/).waitFor();

  await form.getByRole('radio', { name: 'Date and reference' }).check();
  await form.getByRole('textbox', { name: 'Transaction reference' }).waitFor();
  await form.getByRole('radio', { name: 'Phone number' }).check();
  await form.getByRole('textbox', { name: /^Or in your own words/ }).fill('');
  await form.getByRole('textbox', { name: 'Number' }).fill('+56 9 1234 5678');
  await form.getByRole('button', { name: 'Look up' }).click();
  await newest.getByText(/\+56 9 •••• •678/).waitFor();
  await newest.getByText(/· yesterday/).waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a message is found by its date and reference, and by its identifier', async () => {
  const playground = await startTestPlayground();
  const { messages, newest, page } = await playground.visit();
  await messages.getByRole('button', { name: /by its date and transaction reference/ }).click();
  await newest
    .getByText(/^Message \d/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByRole('button', { name: /by its identifier/ }).click();
  await newest
    .getByText(/^Message sms_/)
    .first()
    .waitFor();
});
