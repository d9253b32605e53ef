import { expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { explain } from '../../../src/slack/blocks/advice-view.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { UpstreamError } from '../../../src/upstream/errors.ts';

const now = new Date('2026-11-18T15:02:00Z');
const since = new Date('2026-11-18T15:01:00Z');

test.each(['platform', 'oauth'] as const)('%s: whose answer is missing is told as what it is', (host) => {
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
