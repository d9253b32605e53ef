import { expect, test } from 'vitest';
import { startTestPlayground, type Visitor } from './a-playground.ts';

// Each check reads much traffic, the first one also the same hour of four weeks.
const PATIENT = { timeout: 180_000, interval: 400 };
/** Three good checks end an incident, but rates of few messages vary. */
const MOST_CHECKS = 16;

test('an incident is one message from alert to recovery, with its history in the thread', async () => {
  const playground = await startTestPlayground();
  const ana = await playground.visit({ person: 'U0ANA', channel: 'C0SUPPORT' });
  const { page, send, newest, messages, goTo } = ana;
  await askUntilCompared(ana);
  await send('/sms-check watch #operations normal');
  await newest.getByText('Done. The channel below gets an alert').waitFor(PATIENT);
  await expect.poll(() => lastCheck(ana), PATIENT).toMatch(/\d/);

  await operatorDown(ana, true);
  await nextCheck(ana);
  await nextCheck(ana);
  await send('/sms-check');
  await newest
    .getByText(/^SMS is down at Entel/)
    .first()
    .waitFor(PATIENT);

  await goTo('operations');
  const shared = messages
    .getByRole('article', { name: /^SMS Desk, / })
    .filter({ hasNotText: 'Only visible to you' });
  const incident = shared.first();
  await incident.getByText(/^Entel: down since /).waitFor(PATIENT);
  await incident.getByRole('button', { name: 'Acknowledge' }).click();
  await incident.getByText(/^Ana Rojas has it/).waitFor(PATIENT);
  expect(await incident.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
  await incident.getByRole('button', { name: 'More' }).click();
  await incident.getByRole('button', { name: 'Snooze 2 hours' }).click();
  await incident.getByText(/snoozed until /).waitFor(PATIENT);

  await goTo('support');
  await operatorDown(ana, false);
  await nextCheck(ana);
  await goTo('operations');
  expect(await shared.count()).toBe(1);
  const recovered = incident.getByText(/^Entel: recovered after (?:about )?\d+ (?:min|h)/);
  for (let checks = 1; checks < MOST_CHECKS && !(await recovered.isVisible()); checks += 1) {
    await goTo('support');
    await nextCheck(ana);
    await goTo('operations');
  }
  await recovered.waitFor(PATIENT);
  expect(await shared.count()).toBe(1);
  await incident.getByRole('button', { name: /^\d+ repl/ }).click();
  const thread = page.getByRole('complementary', { name: /^Thread/ });
  for (const entry of [
    /^Ana Rojas has it/,
    /^Ana Rojas snoozed it until/,
    /^Recovered (?:\w+ )?\d{1,2}:\d\d [AP]M, after/,
  ])
    await thread.getByText(entry).waitFor(PATIENT);

  await goTo('support');
  await send('/sms-check');
  await newest
    .getByText(/works as usual/i)
    .first()
    .waitFor(PATIENT);
});

/** Repeats a check until the last four weeks are read and it gives a verdict. */
async function askUntilCompared({ send, finalMessages: spoken, newest }: Visitor): Promise<void> {
  for (let asked = 0; asked < MOST_CHECKS; asked += 1) {
    const before = await spoken.count();
    await send('/sms-check');
    await expect.poll(() => spoken.count(), PATIENT).toBeGreaterThan(before);
    if (/works as usual/i.test(await newest.innerText())) return;
  }
  throw new Error(`${MOST_CHECKS} checks compare with nothing.`);
}

async function lastCheck({ send, finalMessages: spoken }: Visitor): Promise<string> {
  const answers = spoken.filter({ hasText: 'Channels with incident alerts' });
  const earlier = await answers.count();
  await send('/sms-check watches');
  const answer = answers.nth(earlier);
  await answer.waitFor(PATIENT);
  return /Last check ([^,]+),/.exec(await answer.innerText())?.[1] ?? '';
}

/** Moves the clock on by five minutes and waits for the check that is due then. */
async function nextCheck(ana: Visitor): Promise<void> {
  const before = await lastCheck(ana);
  await later(ana);
  await expect.poll(() => lastCheck(ana), PATIENT).not.toBe(before);
}

async function later({ page, openControls }: Visitor): Promise<void> {
  const strip = await openControls();
  await strip.getByRole('button', { name: /^Clock/ }).click();
  await page.getByRole('button', { name: '+5 min' }).click();
  await page.keyboard.press('Escape');
}

async function operatorDown({ page, openControls }: Visitor, isDown: boolean): Promise<void> {
  const strip = await openControls();
  await strip.getByRole('button', { name: /^Platform/ }).click();
  const faults = page.getByRole('dialog', { name: 'Rehearse a bad day' });
  await faults.getByRole('switch', { name: 'Operator down' }).click();
  await faults.getByRole('switch', { name: 'Operator down', checked: isDown }).waitFor();
  await page.keyboard.press('Escape');
}
