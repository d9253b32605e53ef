import axe, { type AxeResults } from 'axe-core';
import { expect } from 'vitest';
import { story } from './ways.ts';

story(
  'Home shows the state, looks up a number, remembers it masked and saves a language',
  async (ana) => {
    const { page, t, use, enter, say, openTab, goToChannel, expectInWindow } = ana;
    await goToChannel('SMS Desk');
    await openTab(t.app.tabs.home);
    const home = page.getByRole('tabpanel', { name: t.app.tabs.home });
    await home.getByText(say('No figures yet', 'Todavía no hay datos')).waitFor();
    await expectInWindow();

    const number = home.getByRole('textbox', { name: say(/^Look up a number/, /^Buscar un número/) });
    await enter(number, '9 1234-5678');
    const modal = page.locator('dialog.form-dialog');
    await modal
      .getByText(/^(Delivered|Entregado) /)
      .first()
      .waitFor();
    await modal.getByText('+56 9 •••• •678').first().waitFor();
    expect(await modal.innerText()).not.toMatch(/1234.?5678/);
    await expectInWindow();
    const { violations } = (await page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] })',
    )) as AxeResults;
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await use(home.getByRole('button', { name: say('Refresh', 'Actualizar'), exact: true }));
    await home.getByRole('button', { name: /•••• •678/ }).waitFor();

    await use(home.getByRole('button', { name: say('Language and time zone', 'Idioma y zona horaria') }));
    await modal
      .getByRole('combobox', { name: say('Language', 'Idioma'), exact: true })
      .selectOption(say('es', 'en'));
    await use(modal.getByRole('button', { name: say('Save', 'Guardar') }));
    await modal.getByText(say(/^Guardado/, /^Saved/)).waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await home
      .getByRole('button', { name: say('Idioma y zona horaria', 'Language and time zone') })
      .waitFor();
    await expectInWindow();
  },
  { script: axe.source },
);
