import { describe, expect, test } from 'vitest';
import { PREFERENCES_FORM, preferencesForm } from '../../../src/features/home/form.ts';
import { homeTranslations } from '../../../src/features/home/locales/index.ts';
import { homeView } from '../../../src/features/home/view.ts';
import { languages } from '../../support/check-scenes.ts';
import { createTestWorkspace, people, startDesk } from '../../support/desk.ts';
import { golden } from '../../support/golden.ts';
import { homeOptions, homeScenes } from '../../support/home-scenes.ts';
import { servePlatform } from '../../support/server.ts';
import { emptyDatabase } from '../../support/store.ts';

const family = golden('home', ['first-opening', 'down', 'long-lists', 'looked-up']);
const forms = golden('home-preferences', ['chosen']);
const locales = { en: 'en-US', es: 'es-CL' } as const;

describe.each(languages)('Home, %s', (language) => {
  const t = homeTranslations(language);

  test.each(Object.entries(homeScenes))('%s', (name, model) => {
    family.home(name, language, homeView(model, undefined, homeOptions(language)));
  });

  test('shows the result of a button above the rest', () => {
    const model = homeScenes['first-opening'];
    if (!model) throw new Error('no such scene');
    family.home('forgotten', language, homeView(model, t.home.forgotten, homeOptions(language)));
  });

  test('tells people without access only whom to ask', async () => {
    const { url } = await servePlatform();
    const who = { ...people.outsider, locale: locales[language] };
    const overrides = { database: await emptyDatabase() };
    const desk = await startDesk(url, { slack: createTestWorkspace('http', { people: [who] }), overrides });
    const { blocks } = await desk.openHome(who);
    family.home('no-access', language, blocks);
    expect(desk.audited).toMatchObject([{ surface: 'home', outcome: 'refused' }]);
  });

  test.each([
    ['as-in-slack', {}],
    ['chosen', { language: 'es', timeZone: 'America/Punta_Arenas' }],
  ] as const)('shows the form for language and zone: %s', (name, preference) => {
    const form = preferencesForm(preference, t);
    expect(form.callbackId).toBe(PREFERENCES_FORM);
    forms.form(name, language, form);
  });
});
