import { describe, test } from 'vitest';
import {
  MAX_LOOKUP_DAYS,
  parseStatusInput,
  type UnderstoodLookup,
} from '../../../../src/features/status/input.ts';
import { statusTranslations } from '../../../../src/features/status/locales/index.ts';
import type { StatusQuery } from '../../../../src/features/status/lookup.ts';
import type { StatusProblem } from '../../../../src/features/status/problem/suggestions.ts';
import { noteText, statusProblemView } from '../../../../src/features/status/problem/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { helpView } from '../../../../src/slack/blocks/advice-view.ts';
import { contextBlock, view, withNote } from '../../../../src/slack/blocks/blocks.ts';
import { createFormatter } from '../../../../src/slack/blocks/format.ts';
import { golden } from '../../../support/golden.ts';

const senders = new Map([['56001', 'OTP']]);
const languages: Language[] = ['en', 'es'];
const family = golden('status-input', ['help', '912345678 soon', '20261117-2']);

const buttons = {
  seal: (query: StatusQuery) => JSON.stringify(query.request),
  sealText: (text: string, command = '') => `${command} ${text}`.trim(),
  sealFields: (fields: unknown) => JSON.stringify(fields),
};

const clock = { now: new Date('2026-11-18T12:00:00Z'), zone: 'America/Santiago', mayBeMonthFirst: true };
const understood: UnderstoodLookup = { msisdns: ['56912345678'], sender: '56001' };

describe.each(languages)('the answer to wrong input, in %s', (language) => {
  const t = statusTranslations(language);
  const options = { t, format: createFormatter(t, clock.zone, clock.now), senders };

  test('shows help', () => {
    const version = '1.2.3 (a1b2c3d)';
    family.state('help', language, helpView(t.input.help(MAX_LOOKUP_DAYS), t, { version }));
    family.state(
      'help-contact',
      language,
      helpView(t.input.help(MAX_LOOKUP_DAYS), t, { version, supportContact: 'Ana, ext. 12' }),
    );
  });

  test.each([
    '912345678 soon',
    '912345678 yestrdy',
    'ana@example.com',
    '+56 9 1234 56789',
    'no llega el código',
    '912345678 3/4',
    '912345678 from opt',
    'hepl',
    'di 4711',
    '91234567',
    '912345678 from OTP yesterday 25',
    '912345678 34/11',
    '912345678, 987654321 soon',
    '912345678 from',
    '912345678 from <@U1>',
    '912345678 2026-02-30',
    '9123456781',
    '9 1234 567 1811',
    '<!channel> 12ab',
    'maria',
    'yesterday',
    '20261117-2',
    'ABC-123',
    'sms_202611221',
    '912345678 call at 5pm',
    '2026-11-18 two words',
    'id',
    '56001',
    '1234 yesterday',
    '912345678 today yesterday',
    '912345678 3',
    '912345678 1811',
    '912345678 56 002',
    '34 612345678',
    '98765432',
    '911111111 922222222 933333333 944444444 955555555 966666666',
  ])('%s', (typed) => {
    const input = parseStatusInput(typed, { defaultRegion: 'CL', senders, clock });
    if (!('problem' in input)) throw new Error(`${typed} was understood`);
    family.state(typed, language, statusProblemView(input, options, buttons));
  });

  test.each<StatusProblem>([
    { problem: 'in_future', understood },
    { problem: 'reversed', understood },
    { problem: 'no_days', understood },
    { problem: 'too_long', days: 40, maxDays: 31, understood },
    { problem: 'not_set_up' },
    { problem: 'no_reference' },
  ])('$problem', (problem) => {
    family.state(problem.problem, language, statusProblemView(problem, options, buttons));
  });

  test('says how a number was read', () => {
    const note = noteText({ foreign: ['919123456780', '12133734253'], leftOut: 'Ana <!here>' }, options);
    family.state('note', language, withNote(view(contextBlock('1'), contextBlock('2')), note));
  });
});
