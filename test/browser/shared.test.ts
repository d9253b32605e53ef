import { expect } from 'vitest';
import { choose } from './a-playground.ts';
import { story } from './ways.ts';

story('another person refreshes a shared answer in its place, and it shows its time', async (ana) => {
  const { page, messages, newest, enter, use, say, playground, handOver, expectInWindow } = ana;
  await enter(page.getByRole('main').getByRole('combobox'), '/sms-status +56 9 1234 5678');
  await choose(newest, say('Share to channel', 'Compartir en el canal'));
  const shared = messages
    .getByRole('article')
    .filter({ hasText: /^(?!.*Only visible).*(Shared by|Compartido por)/s });
  await shared.waitFor();
  await playground.act({ kind: 'clock', at: '2026-11-18T19:05:00Z' });
  await handOver('Mei Tanaka');
  await use(shared.getByRole('button', { name: /^(Refresh|Actualizar)$/ }));
  await shared.getByText('(edited)').waitFor();
  // In Tokyo it is already the next day.
  await shared
    .getByText(/4:0\d AM/)
    .first()
    .waitFor();
  expect(await shared.count()).toBe(1);
  await expectInWindow();
});
