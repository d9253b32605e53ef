import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, startTestPlayground } from './a-playground.ts';

const WIDTH = 360;
const narrow = { viewport: { width: WIDTH, height: 740 }, hasTouch: true, isMobile: true };

test('on a phone everything can be read and reached, and nothing scrolls sideways', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest, messages, form } = await playground.visit(narrow);
  await page.getByRole('heading', { name: 'This is the beginning of #support' }).waitFor();
  await expectNoSideways(page, messages);
  await send('/sms-status +56 9 1234 5678');
  await newest.getByRole('button', { name: 'Older' }).tap();
  await newest.getByText('page 2 of 2').waitFor();
  await expectNoSideways(page, messages);
  await choose(newest, 'CSV');
  await newest.getByText(/^The CSV is in/).waitFor();

  await send('/sms-status');
  await form.getByRole('textbox', { name: 'Number' }).fill('12');
  await form.getByRole('button', { name: 'Look up' }).tap();
  await form.getByText(/in “12”/).waitFor();
  await expectNoSideways(page, form);
  await form.getByRole('button', { name: 'Cancel' }).tap();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Open channels and people' }).tap();
  const side = page.getByRole('dialog', { name: 'Workspace' });
  await side.getByRole('link', { name: /^SMS Desk/ }).tap();
  await side.waitFor({ state: 'detached' });
  await messages
    .getByRole('list', { name: 'Files' })
    .getByText(/\.csv$/)
    .waitFor();
  await expectNoSideways(page, messages);
});

test('drawers open, close with Escape or their button, and return the focus', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest, openControls } = await playground.visit(narrow);
  await send('/sms-status +56 9 1234 5678');
  await newest.waitFor();
  for (const [button, drawer] of [
    ['Open channels and people', 'Workspace'],
    ['What happened', 'What happened'],
  ] as const) {
    const opener = page.getByRole('button', { name: button });
    const opened = page.getByRole('dialog', { name: drawer });
    await opener.tap();
    await opened.waitFor();
    await expectNoSideways(page, opened);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    await opener.tap();
    await opened
      .getByRole('button', { name: /^Close/ })
      .first()
      .tap();
    await opened.waitFor({ state: 'detached' });
  }

  const strip = await openControls();
  for (const [button, panel] of [
    [/^Clock/, 'Move the clock'],
    [/^Platform/, 'Rehearse a bad day'],
  ] as const) {
    await strip.getByRole('button', { name: button }).tap();
    const opened = page.getByRole('dialog', { name: panel });
    await opened.waitFor();
    await expectNoSideways(page, opened);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
  }
});

/** Expects that neither the page nor this part of it is wider than the window. */
async function expectNoSideways(page: Page, part: Locator): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
  const [scrolls, left, right] = await part.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [element.scrollWidth - element.clientWidth, box.left, box.right] as const;
  });
  expect(scrolls).toBeLessThanOrEqual(0);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(WIDTH);
}
