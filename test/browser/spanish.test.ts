import { test } from 'vitest';
import { choose, startTestPlayground } from './a-playground.ts';

test('a person with Slack in Spanish gets Spanish answers everywhere', async () => {
  const playground = await startTestPlayground();
  const { messages, newest, send, form, goTo } = await playground.visit({ person: 'U0LUIS' });
  await send('/sms-status +56 9 1234 5678');
  await newest.getByText(/^Entregado /).waitFor();
  await newest.getByRole('button', { name: 'Más antiguos' }).click();
  await newest.getByText('página 2 de 2').waitFor();
  await choose(newest, 'Actualizar');
  await newest.getByText('página 1 de 2').waitFor();
  await choose(newest, 'CSV');
  await newest.getByText(/^El CSV/).waitFor();

  await send('/sms-status');
  await form.getByRole('textbox', { name: 'Número', exact: true }).fill('12');
  await form.getByRole('button', { name: 'Buscar' }).click();
  await form.getByText(/«12»/).waitFor();
  await form.getByRole('textbox', { name: 'Número', exact: true }).fill('912345678');
  await form.getByRole('button', { name: 'Buscar' }).click();
  await form.waitFor({ state: 'detached' });
  await newest.getByText(/^Entregado /).waitFor();
  await goTo('SMS Desk');
  await messages.getByRole('link', { name: /^Download sms-/ }).waitFor();
});

test('a person changes the language, and the bot answers in it', async () => {
  const playground = await startTestPlayground();
  const { page, send, newest } = await playground.visit();
  await send('/sms-status +56 9 1111 0003');
  await newest.getByText(/The last \d+ are stuck, since/).waitFor();
  await page.getByRole('radio', { name: 'Español' }).click();
  await page.getByRole('radio', { name: 'Español', checked: true }).waitFor();
  await choose(newest, 'Refresh');
  await newest.getByText(/Los últimos \d+ siguen sin confirmar, desde/).waitFor();
});
