import { expect } from 'vitest';
import { story } from './ways.ts';

story('a message shortcut looks up the message’s numbers in a modal and in the thread', async (ana) => {
  const { page, t, playground, messages, use, say, expectInWindow } = ana;
  const text = 'Two customers wait: 9 1234-5678 and (56 9) 1111.0003';
  await playground.act({ kind: 'say', person: 'U0MEI', channel: 'C0SUPPORT', text });
  const message = messages.getByRole('article').filter({ hasText: 'Two customers wait' });
  await use(message.getByRole('button', { name: t.message.actions }));
  await use(page.getByRole('button', { name: /^Check SMS delivery/ }));
  const modal = page.locator('dialog.form-dialog');
  await modal.getByText(say('2 found in this message', 'Encontré 2 en este mensaje')).waitFor();
  await modal.getByText('+56 9 •••• •003').first().waitFor();
  expect(await modal.innerText()).not.toMatch(/1234.?5678|1111.?0003/);
  await expectInWindow();

  const one = modal.getByRole('button', { name: '+56 9 •••• •003' });
  await use(one);
  // The list shows the same text; Escape closes the answer only after it has replaced the list.
  await one.waitFor({ state: 'hidden' });
  await modal
    .getByText(say(/The last \d+ are stuck, since/, /Los últimos \d+ siguen sin confirmar, desde/))
    .first()
    .waitFor();
  await expectInWindow();
  await page.keyboard.press('Escape');
  await use(modal.getByRole('button', { name: say('Answer in the thread', 'Responder en el hilo') }));
  await modal.getByRole('button', { name: say('Show the answer', 'Ver la respuesta') }).waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await use(message.getByRole('button', { name: /^1 reply/ }));
  const pane = page
    .getByRole('complementary', { name: t.thread.title })
    .or(page.getByRole('dialog', { name: t.thread.title }));
  await pane.getByText('+56 9 •••• •678').first().waitFor();
  await expectInWindow();
});

story('a global shortcut opens the form in any channel, and the form shows the answer', async (ana) => {
  const { page, t, use, enter, say, goToChannel, expectInWindow } = ana;
  await goToChannel('random');
  await use(page.getByRole('main').getByRole('button', { name: t.composer.shortcuts }));
  await use(page.getByRole('button', { name: /^SMS status/ }));
  const modal = page.locator('dialog.form-dialog');
  await enter(modal.getByRole('textbox', { name: say('Number', 'Número'), exact: true }), '912345678');
  await modal
    .getByText(/^(Delivered|Entregado) /)
    .first()
    .waitFor();
  await expectInWindow();
});
