import { test } from 'vitest';
import { choose, startTestPlayground } from './a-playground.ts';

const QUESTION = '/sms-status +56 9 1234 5678';

test('SMS Desk refuses a channel and a person that are not allowed, and says so', async () => {
  const playground = await startTestPlayground();
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

test('SMS Desk answers in a channel without being a member, but cannot share there', async () => {
  const playground = await startTestPlayground();
  const { send, newest, goTo, messages } = await playground.visit();
  await goTo('random');
  await send(QUESTION);
  await newest.getByText(/^Delivered /).waitFor();
  await choose(newest, 'Share to channel');
  await newest.getByText('SMS Desk isn’t in that channel').waitFor();
  await newest.getByText('/invite @SMS Desk').waitFor();
  await messages.getByRole('button', { name: 'More' }).waitFor();
});

test('an unknown command is answered by Slackbot, and a text without a number by advice', async () => {
  const playground = await startTestPlayground();
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
