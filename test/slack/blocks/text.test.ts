import { describe, expect, test } from 'vitest';
import { displayName, sanitizeField } from '../../../src/slack/blocks/text.ts';

describe('a name chosen by a user', () => {
  test.each([
    ['Ana', 'Ana'],
    ['José-María O’Brien 🙂', 'José-María O’Brien 🙂'],
    // A right-to-left override, isolates, marks, zero-width characters, controls.
    ['a\u202enimda\u202c', 'animda'],
    ['\u2066\u2067Ana\u2069\u200f\u200e', 'Ana'],
    ['An\u200ba\ufeff\u2060\u0007', 'Ana'],
    ['Ana\n\tsays: everything works', 'Ana says: everything works'],
    ['👩\u200d💻 dev', '👩\u200d💻 dev'],
    ['call +56912345678', 'call ••••••'],
    ['ana.ruiz', 'ana.ruiz'],
    ['noc.chile', 'noc.chile'],
    ['guardia-2026', 'guardia-2026'],
    ['guardia 912 3456', 'guardia ••••••'],
    ['x.cl/a', '••••••'],
    ['\u200d', '–'],
    ['  \u202e ', '–'],
    ['', '–'],
  ])('%j is shown as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });

  test('is shortened when it is long', () => {
    expect(displayName('Ana '.repeat(50)).length).toBeLessThanOrEqual(80);
  });
});

describe('an unknown field', () => {
  test.each([
    ['otp', 'ABCD'],
    ['Contraseña', 'hunter two'],
    ['to', '912'],
    ['text', 'Your appointment is tomorrow'],
    ['o\u202etp', 'ABCD'],
    ['extra', '{"otp":"ABCD","route":"a"}'],
  ])('%j has its value hidden', (label, value) => {
    expect(sanitizeField(label, value, 80)).toBe('••••••');
  });

  test.each([
    ['route', 'premium', 'premium'],
    ['verified_by', 'agent X7K9', 'agent ••••••'],
    ['line 2', '34', '34'],
    ['reference', '12345678', '••••••'],
    ['status_code', '17', '17'],
    ['phone', '-', '-'],
    ['extra', '{"route":"a"}', '{"route":"a"}'],
    ['note', 'one\ntwo', 'one\ntwo'],
    ['carrier.name', 'sms.status', 'sms.status'],
    ['observations', `${'x'.repeat(6000)} y`, '…'],
  ])('%j with %j shows %j', (label, value, shown) => {
    expect(sanitizeField(label, value, 80)).toBe(shown);
  });
});
