import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { traceAll } from '../../../../src/domain/messages/status-verdict.ts';
import { statusTranslations } from '../../../../src/features/status/locales/index.ts';
import {
  keyLostView,
  settledView,
  settleView,
  stoppedView,
  type TrackingModel,
} from '../../../../src/features/status/tracking/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { createFormatter } from '../../../../src/slack/format.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { golden } from '../../../support/golden.ts';
import { aMessage, at } from '../../../support/messages.ts';

const languages: Language[] = ['en', 'es'];
const lookedAt = at('10:40:05');
const until = new Date('2026-11-21T10:32:05Z');
const waited = { msisdn: '56912345678', platformAt: at('10:32:05'), text: 'digest' };
const waiting = aMessage({ status: 'pending', statusWord: 'enroute', handsetAt: undefined });

function found(message: Message, now = lookedAt): TrackingModel['sight'] {
  const [traced] = traceAll([message], { now, settleHours: 72 });
  return { traced };
}

function aModel(sight: TrackingModel['sight'], changes: Partial<TrackingModel> = {}): TrackingModel {
  const settling = { id: 'a1b2', looks: 3 };
  return { settling, waited, sight, lookedAt, until, ...changes };
}

const optionsIn = (language: Language) => {
  const t = statusTranslations(language);
  const formatter = createFormatter(t, 'America/Santiago', lookedAt, { isLasting: true });
  return { t, formatter, senders: new Map<string, string>() };
};

const away = { failure: new UpstreamError('unavailable', { operation: 'report', reason: 'answered 503' }) };
const next = { nextLookAt: at('10:55:35') };
const scenes: Record<string, TrackingModel> = {
  waiting: aModel(found(waiting), next),
  'not-listed': aModel({ traced: undefined }, next),
  away: aModel(away, next),
  delivered: aModel(found(aMessage())),
  'delivered-clock-off': aModel(found(aMessage({ operatorAt: at('08:32:07'), handsetAt: at('08:32:14') }))),
  failed: aModel(found(aMessage({ status: 'failed', statusWord: '<!here> expired' }))),
  'no-receipt': aModel(found(waiting, until), { lookedAt: until }),
  unclear: aModel(found(aMessage({ status: 'other', statusWord: 'skipped', handsetAt: undefined }))),
  lost: aModel({ traced: undefined }),
  'given-up': aModel(away),
};

const family = golden('tracking', ['waiting', 'delivered']);
const news = golden('tracking-news', ['delivered']);

describe.each(languages)('a message that is waited for, in %s', (language) => {
  test.each(Object.keys(scenes))('%s', (name) => {
    const scene = scenes[name] ?? aModel(away);
    family.state(name, language, settleView(scene, optionsIn(language)));
    if (!scene.nextLookAt) news.state(name, language, settledView(scene, optionsIn(language)));
  });

  test('stopped', () => {
    family.state('stopped', language, stoppedView(waited, optionsIn(language)));
  });

  test('kept with another key', () => {
    family.state('key-lost', language, keyLostView(optionsIn(language)));
  });
});

test('the news of an end is the first line of what the kept message says', () => {
  for (const language of languages) {
    for (const scene of Object.values(scenes).filter(({ nextLookAt }) => nextLookAt === undefined)) {
      const { text } = settledView(scene, optionsIn(language));
      expect(settleView(scene, optionsIn(language)).text.split('\n')[0]).toBe(text);
    }
  }
});

test('neither shows a number, nor the text of the message', () => {
  const scene = aModel(found(aMessage({ text: 'Clave 482913', statusWord: 'to +56912345678' })), next);
  for (const view of [settleView(scene, optionsIn('en')), settledView(scene, optionsIn('en'))]) {
    expect(JSON.stringify(view)).not.toMatch(/12345678|Clave|482913/);
  }
});
