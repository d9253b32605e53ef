import { expect } from 'vitest';
import { story } from './ways.ts';

story('a workflow step shows its outputs, or the reason of its failure', async (ana) => {
  const { page, t, use, enter, say, openControls, expectInWindow } = ana;
  await use((await openControls()).getByRole('button', { name: t.step.kind }));
  const panel = page.getByRole('dialog', { name: t.step.run });
  const result = panel.getByRole('status', { name: t.step.result });
  const number = panel.getByLabel(/^Telephone number/);
  await use(panel.getByRole('button', { name: t.step.run }));
  await result.getByText(t.step.failed).waitFor();
  await result.getByText(say(/has nothing to look up/, /nada que buscar/)).waitFor();
  await expectInWindow();

  await enter(number, '9 1234-5678');
  await result.getByText(t.step.done).waitFor();
  await result
    .getByText(/^(Delivered|Entregado) /)
    .first()
    .waitFor();
  await result.getByText('+56 9 •••• •678').first().waitFor();
  expect(await result.innerText()).not.toMatch(/1234.?5678/);
  await expectInWindow();
});
