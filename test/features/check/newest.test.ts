import { describe, expect, test } from 'vitest';
import { newestView, readNewest } from '../../../src/features/check/newest.ts';
import type { StoredFigures } from '../../../src/traffic/types.ts';
import { languages, now, optionsFor } from '../../support/check-scenes.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { golden } from '../../support/golden.ts';
import { testMessage } from '../../support/messages.ts';
import { trafficOf } from '../../support/report-figures.ts';

const family = golden('check-newest');
const ago = (minutes: number, seconds = 0) => new Date(now.getTime() - minutes * 60_000 + seconds * 1_000);
const ofVtr = (minutes: number, changes: Parameters<typeof testMessage>[0] = {}) =>
  testMessage({
    operator: 'VTR',
    platformAt: ago(minutes),
    operatorAt: ago(minutes, 2),
    handsetAt: ago(minutes, 8),
    ...changes,
  });
const pending = { status: 'pending', statusWord: undefined, handsetAt: undefined } as const;

const messages = [
  ofVtr(40),
  ofVtr(22, pending),
  ofVtr(9, { ...pending, operatorAt: undefined }),
  ofVtr(12, { status: 'failed', statusWord: 'UNDELIVERABLE' }),
  ofVtr(31, { status: 'other', statusWord: 'mystery <!channel>' }),
  testMessage({ operator: 'Entel', platformAt: ago(3) }),
];

/** A week ago VTR had sixty messages, and confirmed none. */
const unconfirmed = trafficOf(
  [{ operator: 'VTR', word: 'sent', legs: [4], from: '2026-11-11T08:00:00Z', count: 60 }],
  now,
);

function depsWith(list: readonly ReturnType<typeof testMessage>[], storedFigures?: StoredFigures) {
  async function* all() {
    yield* list;
  }
  return featureDeps({
    platform: { messages: () => Object.assign(all(), { counts: {} as never }) },
    traffic: { storedIfAvailable: async () => storedFigures },
  });
}

describe.each(languages)('the newest messages at an operator, %s', (language) => {
  test('are listed one per line, masked, newest first, and only from this operator', async () => {
    const newest = await readNewest('VTR', now, depsWith(messages));
    const view = newestView(newest, now, optionsFor(language));
    family.state('some', language, view);
    expect(newest.messages).toHaveLength(5);
    expect(view.text).not.toMatch(/\d{8}|canary/);
  });

  test('are not called waiting when the operator sends no receipts', async () => {
    const newest = await readNewest('VTR', now, depsWith(messages, { ...unconfirmed, readAt: now }));
    family.state('receiptless', language, newestView(newest, now, optionsFor(language)));
  });

  test('are ten at most, and may be none', async () => {
    const none = await readNewest('WOM', now, depsWith(messages));
    family.state('none', language, newestView(none, now, optionsFor(language)));
    const many = Array.from({ length: 90 }, (_, index) => ofVtr(90 - index));
    const newest = await readNewest('VTR', now, depsWith(many));
    expect(newest.messages.map(({ message }) => message.platformAt)).toEqual(
      Array.from({ length: 10 }, (_, index) => ago(index + 1)),
    );
  });
});
