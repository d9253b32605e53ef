import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestPlayground } from './a-playground.ts';

test('everything can be asked, read and shared with the keyboard alone', async () => {
  const playground = await startTestPlayground();
  const { page, composer, newest, messages, form, openControls } = await playground.visit();
  const { keyboard } = page;
  await expectFocus(composer);
  await keyboard.type('/');
  await page.getByRole('option', { selected: true }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('+56 9 1234 5678');
  await keyboard.press('Enter');
  const older = newest.getByRole('button', { name: 'Older' });
  await older.waitFor();
  await expectFocus(composer);
  await tabTo(page, older, 'Shift+Tab');
  await keyboard.press('Enter');
  await newest.getByText('page 2 of 2').waitFor();
  // The button is gone; the next step begins in the same message, not at the top of the page.
  const more = newest.getByRole('button', { name: 'More' });
  await tabTo(page, more, 'Tab', 8);
  await keyboard.press('Enter');
  await expectFocus(newest.getByRole('button', { name: 'Refresh' }));
  await keyboard.press('Enter');
  await newest.getByText('page 1 of 2').waitFor();
  await expectFocus(more);
  await keyboard.press('Enter');
  await expectFocus(newest.getByRole('button', { name: 'Refresh' }));
  await tabTo(page, newest.getByRole('button', { name: 'Share to channel' }), 'Tab', 1);
  await keyboard.press('Space');
  await messages.getByText(/^Shared by Ana Rojas/).waitFor();

  await tabTo(page, composer);
  await keyboard.type('/sms-status');
  await keyboard.press('Enter');
  await form.waitFor();
  await expectFocus(form.getByRole('radio', { name: 'Phone number' }));
  await keyboard.press('Tab');
  await keyboard.type('12');
  await keyboard.press('Enter');
  await form.getByText(/in “12”/).waitFor();
  await expectFocus(form.getByRole('textbox', { name: 'Number' }));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('+56 9 1111 0003');
  await keyboard.press('Enter');
  await newest.getByText(/The last \d+ are stuck, since/).waitFor();
  await expectFocus(composer);

  await keyboard.type('/sms-status');
  await keyboard.press('Enter');
  await form.waitFor();
  await keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expectFocus(composer);

  const strip = await openControls();
  const clock = strip.getByRole('button', { name: /^Clock/ });
  await tabTo(page, clock, 'Shift+Tab');
  await keyboard.press('Enter');
  await expectFocus(page.getByRole('button', { name: '+5 min' }));
  await keyboard.press('Enter');
  await strip.getByRole('button', { name: /^Clock 15:(2[5-9]|3\d)/ }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(clock);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expectFocus(page.getByRole('switch', { name: 'Unreachable' }));
  await keyboard.press('Space');
  await strip.getByRole('button', { name: 'Platform 1 fault' }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(strip.getByRole('button', { name: 'Platform 1 fault' }));
});

test('people, channels and drawers can be used with the keyboard alone', async () => {
  const playground = await startTestPlayground();
  const { page, composer } = await playground.visit();
  const { keyboard } = page;
  await tabTo(page, page.getByRole('link', { name: /^on-call/ }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'on-call' }).waitFor();
  const people = page.getByRole('button', { name: /^You are / });
  await tabTo(page, people);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Mei Tanaka/ }), 'Tab', 5);
  await keyboard.press('Escape');
  await expectFocus(people);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Mei Tanaka/ }), 'Tab', 5);
  await keyboard.press('Enter');
  await page.getByText('You are Mei Tanaka').waitFor();
  await expectFocus(people);
  await tabTo(page, page.getByRole('button', { name: 'What happened' }));
  await keyboard.press('Enter');
  await tabTo(
    page,
    page.getByRole('complementary', { name: 'What happened' }).getByRole('button', { name: 'Close' }),
  );
  await keyboard.press('Enter');
  await expectFocus(composer);
  await tabTo(page, page.getByRole('link', { name: 'Skip to the message box' }));
  await keyboard.press('Enter');
  await expectFocus(composer);
  await tabTo(page, page.getByRole('button', { name: 'Try', exact: true }));
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Things to try' }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(page.getByRole('button', { name: 'Try', exact: true }));
  await tabTo(page, composer, 'Shift+Tab');
});

test('a form that cannot be closed stays open and says so, also after repeated Escape', async () => {
  const playground = await startTestPlayground();
  const { page, send, form } = await playground.visit();
  await send('/sms-status');
  await form.waitFor();
  await expectFocus(form.locator(':focus'));
  const pressed = Promise.withResolvers<void>();
  await page.route('**/actions', (route) => pressed.promise.then(() => route.abort()));
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  pressed.resolve();
  await form.getByText('Not sent: the playground can’t be reached.').waitFor();
});

test('all quick choices reach the bot, so that the form fits the last one', async () => {
  const playground = await startTestPlayground();
  const { page, send, form } = await playground.visit();
  await send('/sms-status');
  await form.waitFor();
  const chosen = Promise.withResolvers<void>();
  await page.route('**/actions', (route) => chosen.promise.then(() => route.continue()));
  await form.getByRole('radio', { name: 'Date and reference' }).check();
  await form.getByRole('radio', { name: 'Identifier' }).check();
  chosen.resolve();
  await form.getByRole('textbox', { name: 'Identifier' }).waitFor();
});

test('the focus is visible on every element', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest, form, openControls } = await playground.visit();
  await openControls();
  await page.getByRole('button', { name: 'What happened' }).click();
  await send('/sms-status +56 9 1234 5678');
  await newest.getByRole('button', { name: 'Older' }).waitFor();
  expect(await invisibleStops(page)).toEqual([]);
  await send('/sms-status');
  await form.waitFor();
  expect(await invisibleStops(page)).toEqual([]);
});

async function expectFocus(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((element) => element.matches(':focus'))).toBe(true);
}

/** Presses the key until this has the focus. */
async function tabTo(page: Page, locator: Locator, key = 'Tab', most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key);
    if (await locator.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`${most} times ${key} do not lead to ${locator}.`);
}

/** Visits all tab stops once. Returns those that look the same with and without the focus. */
async function invisibleStops(page: Page): Promise<string[]> {
  const invisible: string[] = [];
  const seen = new Set<string>();
  let isPastEnd = false;
  for (;;) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) {
      if (isPastEnd) return invisible;
      isPastEnd = true;
      continue;
    }
    const name = await focused.evaluate((element, margin) => {
      const { x, y } = element.getBoundingClientRect();
      return `${element.tagName} ${element.className} ${Math.round(x / margin)},${Math.round(y / margin)}: ${element.textContent?.slice(0, 40)}`;
    }, 1);
    if (seen.has(name)) return invisible;
    seen.add(name);
    const takeScreenshot = async () => (await page.screenshot({ caret: 'hide' })).toString('base64');
    const element = await focused.elementHandle();
    const before = await takeScreenshot();
    await element?.evaluate((one) => one.blur());
    const after = await takeScreenshot();
    if (before === after) invisible.push(name);
    await element?.evaluate((one) => one.focus());
  }
}
