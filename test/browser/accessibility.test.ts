import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, startTestPlayground, type VisitOptions } from './a-playground.ts';

const windows: readonly (readonly [name: string, options: VisitOptions])[] = [
  ['wide and light', { colorScheme: 'light' }],
  ['wide and dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 360, height: 740 } }],
  [
    'narrow, dark and Spanish',
    { viewport: { width: 360, height: 740 }, colorScheme: 'dark', person: 'U0LUIS' },
  ],
  ['Spanish', { person: 'U0LUIS' }],
];

test.each(windows)('axe finds no serious accessibility fault: %s', async (_name, options) => {
  const playground = await startTestPlayground();
  const isSpanish = options.person === 'U0LUIS';
  const { page, send, composer, newest, form, messages, openControls } = await playground.visit({
    script: axe.source,
    ...options,
  });
  await messages.getByRole('listitem').first().waitFor();
  await expectNoFaults(page);

  await send('/sms-status +56 9 1111 0003');
  await choose(newest, isSpanish ? 'Compartir en el canal' : 'Share to channel');
  await messages.getByText(isSpanish ? /^Compartido por/ : /^Shared by/).waitFor();
  await playground.act({ kind: 'faults', faults: { operatorDown: { operator: 'Entel' } } });
  await page.getByRole('button', { name: 'What happened' }).click();
  const row = page.getByRole('button', { name: /report_mt/ }).first();
  await row.click();
  await page.getByRole('heading', { name: 'Answer' }).waitFor();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();

  const strip = await openControls();
  for (const control of [/^Clock/, /^Platform/]) {
    await strip.getByRole('button', { name: control }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
  }

  await composer.fill('/');
  await page.getByRole('listbox').waitFor();
  await expectNoFaults(page);
  await send('/sms-status');
  await form.getByRole('button', { name: isSpanish ? 'Buscar' : 'Look up' }).click();
  await form.getByRole('textbox').first().waitFor();
  await expect.poll(() => form.getByRole('textbox').first().getAttribute('aria-invalid')).toBe('true');
  await expectNoFaults(page);
});

/** Expects no fault that axe calls serious or critical; names each with its place. */
async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as AxeResults;
  const faults = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any }) => `${id} at ${target.join(' ')}: ${any.map(({ message }) => message).join(' ')}`,
      ),
    );
  expect(faults).toEqual([]);
}
