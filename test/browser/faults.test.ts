import { expect, test } from 'vitest';
import { choose, startTestPlayground, type Visitor } from './a-playground.ts';

const QUESTION = '/sms-status +56 9 1234 5678';

test('an unreachable platform gives a sentence with a reference; later the same request is answered', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { send, newest, messages } = ana;
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
  const strip = await ana.openControls();
  await switchOn(ana, 'Unreachable');
  await strip.getByRole('button', { name: 'Platform 1 fault' }).waitFor();

  await send(QUESTION);
  await newest.getByText('I couldn’t get an answer from the SMS platform').waitFor();
  await newest.getByText(/Reference: \S+/).waitFor();
  await choose(messages, 'Refresh');
  await expect
    .poll(() => messages.getByText('I couldn’t get an answer from the SMS platform').count())
    .toBe(2);

  await strip.getByRole('button', { name: 'Everything normal' }).click();
  await strip.getByRole('button', { name: 'Platform all normal' }).waitFor();
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
});

test.each([
  ['Server errors', 'couldn’t get an answer'],
  ['Rate limited', 'is busy and asked me to wait'],
  ['Web page', 'I can’t read the SMS platform’s answer'],
  ['Wrong total', 'some may be missing'],
])('the fault “%s” shows its sentence', async (fault, sentence) => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { send, newest } = ana;
  await switchOn(ana, fault);
  await send(QUESTION);
  await newest.getByText(sentence).waitFor();
});

test('messages that an operator did not accept are shown as stuck later', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { page, send, newest } = ana;
  const strip = await ana.openControls();
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
  await switchOn(ana, 'Operator down');
  await strip.getByRole('button', { name: 'Platform 1 fault Operator down' }).waitFor();
  const clock = strip.getByRole('button', { name: /^Clock/ });
  await clock.click();
  await page.getByRole('button', { name: 'Tomorrow 09:00' }).click();
  await strip.getByRole('button', { name: /^Clock 09:0\d:\d\d Thu, Nov 19 moved/ }).waitFor();
  await page.getByRole('button', { name: '+1 h' }).click();
  await strip.getByRole('button', { name: /^Clock 10:0\d/ }).waitFor();
  await page.keyboard.press('Escape');
  await choose(newest, 'Refresh');
  await newest.getByText(/Stuck at the platform since yesterday 18:45/).waitFor();
  await page.getByRole('heading', { name: 'Yesterday' }).waitFor();

  await clock.click();
  await page.getByRole('button', { name: 'Back to real time' }).click();
  await strip.getByRole('button', { name: /^Clock .* real time$/ }).waitFor();
});

test('a pending receipt arrives when the clock moves on', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { page, send, newest } = ana;
  const strip = await ana.openControls();
  await send('/sms-status +56 9 1111 0002 today');
  await newest.getByText(/on its way/).waitFor();
  await newest.getByText(/not handed over|no receipt yet/).waitFor();
  await strip.getByRole('button', { name: /^Clock/ }).click();
  await page.getByRole('button', { name: '+15 min' }).click();
  await strip.getByRole('button', { name: /^Clock 15:3[5-9]/ }).waitFor();
  await page.keyboard.press('Escape');
  await choose(newest, 'Refresh');
  await newest.getByText(/15:30:0\d/).waitFor();
});

test('revoked tokens are renewed without an error for the person', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { page, send, newest, messages } = ana;
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
  const strip = await ana.openControls();
  await strip.getByRole('button', { name: /^Platform/ }).click();
  await page.getByRole('button', { name: 'Revoke all tokens' }).click();
  await page.getByText('Done: all tokens are revoked.').waitFor();
  await page.keyboard.press('Escape');
  await send(QUESTION);
  await expect.poll(() => messages.getByText(/^Delivered /).count()).toBe(2);
});

test('starting over asks for confirmation, empties the workspace and ends all faults', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit();
  const { page, send, newest } = ana;
  await send(QUESTION);
  await newest.waitFor();
  const strip = await ana.openControls();
  await switchOn(ana, 'Slow');
  await strip.getByRole('button', { name: 'Start over' }).click();
  const question = page.getByRole('dialog', { name: 'Start over?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await newest.count()).toBe(1);

  await strip.getByRole('button', { name: 'Start over' }).click();
  await question.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('Ask what happened to a number’s messages.').waitFor();
  expect(await newest.count()).toBe(0);
  await strip.getByRole('button', { name: 'Platform all normal' }).waitFor();
  await strip.getByRole('button', { name: /real time$/ }).waitFor();
  await send(QUESTION);
  await newest.getByText('+56 9 •••• •678').waitFor();
});

/** Switches a fault of the platform on. */
async function switchOn({ page, openControls }: Visitor, name: string): Promise<void> {
  const strip = await openControls();
  await strip.getByRole('button', { name: /^Platform/ }).click();
  const faults = page.getByRole('dialog', { name: 'Rehearse a bad day' });
  await faults.getByRole('switch', { name }).click();
  await faults.getByRole('switch', { name, checked: true }).waitFor();
  await page.keyboard.press('Escape');
}
