import { story } from './ways.ts';

story('a mention, and a reply in its thread, are answered in the thread for all', async (ana) => {
  const { page, t, composer, messages, use, enter, expectInWindow } = ana;
  await use(composer);
  await page.keyboard.type('@sms');
  await page.getByRole('option', { name: '@SMS Desk', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('+56 9 1234 5678');
  await page.keyboard.press('Enter');
  await messages.getByText('@SMS Desk', { exact: true }).waitFor();

  await use(messages.getByRole('button', { name: /^1 reply/ }));
  const thread = page.getByRole('complementary', { name: t.thread.title });
  const pane = thread.or(page.getByRole('dialog', { name: t.thread.title }));
  await pane
    .getByText(/^\+56 9 •••• •678 · (Delivered|Entregado) /)
    .first()
    .waitFor();
  await pane.getByText('+56 9 •••• •678').first().waitFor();
  await expectInWindow();

  await enter(pane.getByRole('combobox', { name: t.composer.replyLabel }), '@SMS Desk +56 9 1111 0003');
  // In the channel's language, not in the person's.
  await pane
    .getByText(/The last \d+ are stuck, since/)
    .first()
    .waitFor();
  await expectInWindow();
});

story('a direct message is answered in the same conversation', async (ana) => {
  const { page, messages, enter, goToChannel, say, expectInWindow } = ana;
  await goToChannel('SMS Desk');
  await enter(page.getByRole('main').getByRole('combobox'), say('912345678 yesterday', '912345678 ayer'));
  await messages
    .getByText(/^(Delivered|Entregado) /)
    .first()
    .waitFor();
  await messages.getByText('+56 9 •••• •678').first().waitFor();
  await expectInWindow();
});
