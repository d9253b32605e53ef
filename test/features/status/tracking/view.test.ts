import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { traceMessages } from '../../../../src/domain/messages/status-verdict.ts';
import { statusTranslations } from '../../../../src/features/status/locales/index.ts';
import {
  keyLostView,
  type TrackingModel,
  trackingEndView,
  trackingStartedView,
  trackingStoppedView,
  trackingView,
} from '../../../../src/features/status/tracking/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { createFormatter } from '../../../../src/slack/blocks/format.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { golden } from '../../../support/golden.ts';
import { at, testMessage } from '../../../support/messages.ts';

const languages: Language[] = ['en', 'es'];
const checkedAt = at('10:40:05');
const until = new Date('2026-11-21T10:32:05Z');
const tracked = { msisdn: '56912345678', platformAt: at('10:32:05'), text: 'digest' };
const waiting = testMessage({ status: 'pending', statusWord: 'enroute', handsetAt: undefined });

function found(message: Message, now = checkedAt): TrackingModel['state'] {
  const [traced] = traceMessages([message], { now, receiptHours: 72 });
  return { traced };
}

function trackingModel(state: TrackingModel['state'], changes: Partial<TrackingModel> = {}): TrackingModel {
  const row = { id: 'a1b2' };
  return { row, message: tracked, state, checkedAt, until, ...changes };
}

const optionsIn = (language: Language) => {
  const t = statusTranslations(language);
  const format = createFormatter(t, 'America/Santiago', checkedAt, { isLasting: true });
  return { t, format, senders: new Map<string, string>() };
};

const away = { failure: new UpstreamError('unavailable', { operation: 'report', reason: 'answered 503' }) };
const next = { nextCheckAt: at('10:55:35') };
const scenes: Record<string, TrackingModel> = {
  waiting: trackingModel(found(waiting), next),
  'not-listed': trackingModel({ traced: undefined }, next),
  away: trackingModel(away, next),
  delivered: trackingModel(found(testMessage())),
  'delivered-clock-off': trackingModel(
    found(testMessage({ operatorAt: at('08:32:07'), handsetAt: at('08:32:14') })),
  ),
  failed: trackingModel(found(testMessage({ status: 'failed', statusWord: '<!here> expired' }))),
  'no-receipt': trackingModel(found(waiting, until), { checkedAt: until }),
  unclear: trackingModel(
    found(testMessage({ status: 'other', statusWord: 'skipped', handsetAt: undefined })),
  ),
  lost: trackingModel({ traced: undefined }),
  'given-up': trackingModel(away),
};

const family = golden('tracking', ['waiting', 'delivered']);
const news = golden('tracking-news', ['delivered']);

describe.each(languages)('a tracked message, in %s', (language) => {
  test.each(Object.keys(scenes))('%s', (name) => {
    const scene = scenes[name] ?? trackingModel(away);
    family.state(name, language, trackingView(scene, optionsIn(language)));
    if (!scene.nextCheckAt) news.state(name, language, trackingEndView(scene, optionsIn(language)));
  });

  test('is shown before the first check', () => {
    family.state('begun', language, trackingStartedView(trackingModel(away), optionsIn(language)));
  });

  test('is shown as stopped', () => {
    family.state('stopped', language, trackingStoppedView(tracked, optionsIn(language)));
  });

  test('is shown as lost when sealed with another key', () => {
    family.state('key-lost', language, keyLostView(optionsIn(language)));
  });
});

test('the report of the end repeats the first lines of the tracking message', () => {
  for (const language of languages) {
    for (const scene of Object.values(scenes).filter(({ nextCheckAt }) => nextCheckAt === undefined)) {
      const { text } = trackingEndView(scene, optionsIn(language));
      expect(trackingView(scene, optionsIn(language)).text.startsWith(`${text}\n`)).toBe(true);
    }
  }
});

test('neither the tracking message nor the report shows a number or the message text', () => {
  const scene = trackingModel(
    found(testMessage({ text: 'Clave 482913', statusWord: 'to +56912345678' })),
    next,
  );
  for (const view of [trackingView(scene, optionsIn('en')), trackingEndView(scene, optionsIn('en'))]) {
    expect(JSON.stringify(view)).not.toMatch(/12345678|Clave|482913/);
  }
});
