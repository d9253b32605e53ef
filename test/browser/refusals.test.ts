import { test } from 'vitest';
import { aPlayground, choose } from './a-playground.ts';

const QUESTION = '/sms-status +56 9 1234 5678';

test('where SMS Desk may not answer, and whom it may not, it says so', async () => {
  const playground = await aPlayground();
  const { send, newest, goTo, become } = await playground.visit();
  await goTo('general');
  await send(QUESTION);
  await newest.getByText('SMS Desk doesn’t answer in this channel.').waitFor();
  await goTo('support');
  await become('Sam Okafor');
  await send(QUESTION);
  await newest.getByText('SMS Desk only answers people from its own organisation.').waitFor();
  await newest.getByText('Only visible to you').waitFor();
});

test('where SMS Desk is no member it answers, but cannot share', async () => {
  const playground = await aPlayground();
  const { send, newest, goTo, messages } = await playground.visit();
  await goTo('random');
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
  await choose(newest, 'Share to channel');
  await newest.getByText('SMS Desk isn’t in this channel').waitFor();
  await newest.getByText('/invite @SMS Desk').waitFor();
  await messages.getByRole('button', { name: 'More' }).waitFor();
});

test('what is no command of SMS Desk is answered by Slackbot, and no number at all by advice', async () => {
  const playground = await aPlayground();
  const { send, newest, messages } = await playground.visit();
  await send('/sms-statsu 912345678');
  await messages
    .getByRole('article', { name: /^Slackbot/ })
    .getByText('/sms-statsu')
    .waitFor();
  await send('/sms-status maria');
  await newest.getByText(/maria/).waitFor();
  await newest.getByRole('button', { name: 'Help' }).click();
  await newest.getByText('/sms-status <number>').first().waitFor();
});
