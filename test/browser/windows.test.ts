import { expect, test } from 'vitest';
import { choose, startOwnPlayground, startTestPlayground } from './a-playground.ts';

const QUESTION = '/sms-status +56 9 1234 5678';

test('a reload keeps person, channel and messages', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest, goTo, become } = await playground.visit();
  await become('Mei Tanaka');
  await goTo('on-call');
  await send(QUESTION);
  await newest.getByText('+56 9 •••• •678').waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'on-call' }).waitFor();
  await page.getByText('You are Mei Tanaka').waitFor();
  await newest.getByText('+56 9 •••• •678').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'support' }).waitFor();
});

test('two people in two windows see the same channel, each with their own private messages', async () => {
  const playground = await startTestPlayground();
  const [ana, luis] = await Promise.all([
    playground.visit({ person: 'U0ANA', channel: 'C0SUPPORT' }),
    playground.visit({ person: 'U0LUIS', channel: 'C0SUPPORT' }),
  ]);
  await ana.send('Has anybody heard from Camila & <Co>?');
  await luis.newest.getByText('Has anybody heard from Camila & <Co>?').waitFor();
  await ana.send(QUESTION);
  await choose(ana.newest, 'Share to channel');
  await luis.newest.getByText(/^Shared by Ana Rojas/).waitFor();
  expect(await luis.messages.getByText('Only visible to you').count()).toBe(0);

  await luis.newest.hover();
  await luis.newest.getByRole('button', { name: 'Reply in thread' }).click();
  const thread = luis.page.getByRole('complementary', { name: 'Thread' });
  await thread.getByRole('combobox').fill('Gracias');
  await thread.getByRole('combobox').press('Enter');
  await thread.getByText('Gracias', { exact: true }).waitFor();
  await ana.messages.getByRole('button', { name: /^2 replies/ }).click();
  await ana.page
    .getByRole('complementary', { name: 'Thread' })
    .getByText('Gracias', { exact: true })
    .waitFor();
});

test('new messages in another channel are counted until they are read', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit({ person: 'U0ANA', channel: 'C0SUPPORT' });
  await playground.act({ kind: 'say', person: 'U0LUIS', channel: 'C0ONCALL', text: 'Anybody here?' });
  const link = ana.page.getByRole('link', { name: /^on-call/ });
  await link.getByText('1 new message').waitFor();
  await ana.goTo('on-call');
  await ana.newest.getByText('Anybody here?').waitFor();
  await expect.poll(() => link.getByText('new message').count()).toBe(0);
});

test('the page reports that the playground stopped, returns unsent text, and reloads by itself', async () => {
  const playground = await startOwnPlayground();
  const { page, send, composer, newest, finalMessages: spoken } = await playground.visit();
  await composer.fill(QUESTION);
  await playground.stop();
  await page.getByRole('alert').filter({ hasText: 'The playground has stopped.' }).waitFor();
  await page.getByText('npm run playground').waitFor();
  await composer.press('Enter');
  await page.getByText('Not sent: the playground can’t be reached. Your text is back in the box.').waitFor();
  expect(await composer.inputValue()).toBe(QUESTION);
  const reloaded = page.waitForEvent('load', { timeout: 200_000 });
  // Another process may use the port meanwhile.
  const port = Number(new URL(playground.url).port);
  const back = () =>
    startOwnPlayground(port).then(
      () => 'back',
      (error: NodeJS.ErrnoException) => error.code,
    );
  await expect.poll(back, { timeout: 200_000 }).toBe('back');
  await reloaded;
  await send(QUESTION);
  await newest.getByText('+56 9 •••• •678').waitFor();
  expect(await spoken.count()).toBe(1);
});

test('a day appears again after the clock went back, and headings of days never overlap', async () => {
  const playground = await startTestPlayground();
  const { send, messages } = await playground.visit({ viewport: { width: 1000, height: 420 } });
  for (const day of [19, 20, 18]) {
    await playground.act({ kind: 'clock', at: `2026-11-${day}T15:00:00Z` });
    for (const text of ['Hello', 'Anybody', 'Well']) {
      await send(`${text} on ${day}`);
      await messages.getByText(`${text} on ${day}`).waitFor();
    }
  }
  const days = messages.locator('h2.day');
  await expect
    .poll(() => days.allTextContents())
    .toEqual(['Thursday, November 19', 'Friday, November 20', 'Today']);
  const height = await messages.evaluate((box) => box.scrollHeight);
  for (let top = 0; top <= height; top += 20) {
    await messages.evaluate((box, to) => box.scrollTo({ top: to, behavior: 'instant' }), top);
    const boxes = await days.evaluateAll((marks) =>
      marks.map((mark) => mark.querySelector('span')?.getBoundingClientRect().toJSON()),
    );
    for (const [index, box] of boxes.entries())
      expect(box.top, `day ${index} at ${top}`).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? -Infinity);
  }
});
