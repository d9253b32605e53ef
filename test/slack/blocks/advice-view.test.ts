import { expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { explain } from '../../../src/slack/blocks/advice-view.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { UpstreamError } from '../../../src/upstream/errors.ts';

const now = new Date('2026-11-18T15:02:00Z');
const since = new Date('2026-11-18T15:01:00Z');

test.each(['platform', 'oauth'] as const)('says which host does not answer, and since when: %s', (host) => {
  const openCircuit = { host, state: 'open', since, probeEveryMs: 15_000 } as const;
  const error = new UpstreamError('timed_out', { operation: 'oauth', reason: 'not sent', openCircuit });
  for (const language of ['en', 'es'] as const) {
    const t = translationsFor(language);
    const { sentence, nextStep } = explain(error, t, createFormatter(t, 'America/Santiago', now));
    expect(sentence).toContain('12:01');
    expect(/identificador|identifier/.test(sentence)).toBe(host === 'oauth');
    expect(/on call|de guardia/.test(nextStep)).toBe(host === 'platform');
  }
});

test.each([
  ['unavailable', /get an answer from the SMS platform/, /No pude obtener respuesta/],
  ['wrong_credentials', /doesn’t accept SMS Desk’s account/, /no acepta la cuenta/],
  ['not_allowed', /doesn’t let SMS Desk’s account/, /no deja que la cuenta/],
  [
    'rate_limited',
    /asked me to wait[\s\S]*Try again in 1 min 30 s/,
    /pidió esperar[\s\S]*intentarlo en 1 min 30 s/,
  ],
  ['timed_out', /didn’t answer in time/, /no respondió a tiempo/],
  ['invalid_answer', /can’t read/, /No puedo leer/],
] as const)('%s has a sentence and a next step in both languages', (code, ...sentences) => {
  const pause = code === 'rate_limited' ? { retryAfterMs: 90_000 } : {};
  const error = new UpstreamError(code, { operation: 'report', reason: 'a test', ...pause });
  for (const [at, language] of (['en', 'es'] as const).entries()) {
    const t = translationsFor(language);
    const { sentence, nextStep } = explain(error, t, createFormatter(t, 'America/Santiago', now));
    expect(`${sentence}\n${nextStep}`).toMatch(sentences[at] ?? /never/);
    expect(nextStep).toMatch(/\w/);
  }
});
