import { expect, test } from 'vitest';
import { startTestPlayground, type Visitor } from './a-playground.ts';

/** A summary reads figures of five weeks, and each move of the clock makes jobs due. */
const PATIENCE = { timeout: 300_000 };

test('the summary of a subscribed channel is posted in the morning, corrected, and final', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit({ person: 'U0ANA', channel: 'C0SUPPORT' });
  const { page, send, newest, messages } = ana;
  // Messages sent after 21:00 have no receipt in the morning yet.
  await playground.act({ kind: 'faults', faults: { lateReceiptsSeconds: 12 * 3_600 } });
  await send('/sms-report subscribe #operations 09:00');
  await newest.getByText(/19 Nov 09:00/).waitFor(PATIENCE);
  await newest.getByText('#operations').first().waitFor();

  await moveClock(ana, 'Tomorrow 09:00');
  const link = page.getByRole('navigation').getByRole('link', { name: /^operations/ });
  await link.getByText('1 new message').waitFor(PATIENCE);
  await ana.goTo('operations');
  const post = messages.getByRole('article').filter({ hasText: 'SMS on Wednesday 18 Nov' });
  await post.getByRole('heading', { name: /^SMS on Wednesday 18 Nov/ }).waitFor();
  await post.getByText(/provisional/).waitFor();
  expect(await post.getByText('(edited)').count()).toBe(0);
  await post.getByRole('button', { name: /^1 reply/ }).click(PATIENCE);
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByText('Details · 18 Nov').waitFor();
  await thread.getByRole('button', { name: 'Close the thread' }).click();

  const days = () => messages.getByRole('heading', { name: /^SMS on / }).allTextContents();
  await moveClock(ana, '+1 day');
  await post.getByText(/was 8\d\.\d% at first, now 9\d\.\d%/).waitFor(PATIENCE);
  await post.getByText('(edited)').waitFor();
  await expect.poll(days, PATIENCE).toHaveLength(2);
  await moveClock(ana, '+1 day');
  await expect.poll(days, PATIENCE).toHaveLength(3);
  await moveClock(ana, '+1 day');
  await post.getByText(/now 93\.\d%, final/).waitFor(PATIENCE);
  await expect.poll(days, PATIENCE).toHaveLength(4);
  // Each day has one post, however often it is corrected.
  expect((await days()).map((title) => title.replace(/ · .*/, ''))).toEqual([
    'SMS on Wednesday 18 Nov',
    'SMS on Thursday 19 Nov',
    'SMS on Friday 20 Nov',
    'SMS on Saturday 21 Nov',
  ]);
}, 1_500_000);

test('the summary of an archived channel is paused, and the subscriber can resume it', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit({ person: 'U0ANA', channel: 'C0OPS' });
  const { page, send, newest, messages, openControls } = ana;
  await send('/sms-report subscribe 09:00');
  await newest.getByText(/19 Nov 09:00/).waitFor(PATIENCE);
  const strip = await openControls();
  await strip.getByRole('button', { name: 'Channel open to the bot' }).click();
  await page.getByRole('switch', { name: 'Archived' }).click();
  await strip.getByRole('button', { name: 'Channel closed to the bot' }).waitFor();
  await page.keyboard.press('Escape');

  await moveClock(ana, 'Tomorrow 09:00');
  await ana.goTo('SMS Desk');
  await newest.getByText(/paused this daily summary: the channel is archived/).waitFor(PATIENCE);
  await playground.act({ kind: 'channel', channel: 'C0OPS', isArchived: false });
  await newest.getByRole('button', { name: 'Resume' }).click();
  await ana.goTo('operations');
  await moveClock(ana, '+1 day');
  await messages.getByRole('heading', { name: /^SMS on Thursday 19 Nov/ }).waitFor(PATIENCE);
}, 1_500_000);

/** Presses a step of the clock, and waits until the page shows it. */
async function moveClock({ page, openControls }: Visitor, step: string): Promise<void> {
  const clock = (await openControls()).getByRole('button', { name: /^Clock/ });
  const day = async () => (await clock.textContent())?.replace(/\d\d:\d\d:\d\d/, '');
  const before = await day();
  await clock.click();
  await page.getByRole('button', { name: step, exact: true }).click();
  await expect.poll(day).not.toBe(before);
  await page.keyboard.press('Escape');
}
