import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCellReader } from '../../src/domain/counting/codec.ts';
import { mentionFromText } from '../../src/domain/detection/mention.ts';
import { operatorFromValue, readMore } from '../../src/features/check/input.ts';
import { readRehearsal } from '../../src/features/check/rehearsal/input.ts';
import { openReportButton } from '../../src/features/report/actions.ts';
import { openFields, openStatusButton } from '../../src/features/status/actions.ts';
import { openTracked } from '../../src/features/status/tracking/model.ts';
import { openSubscriptionRequest } from '../../src/features/summaries/subscribe.ts';
import { readAgain } from '../../src/features/watches/input.ts';
import { readChoice } from '../../src/features/watches/notify.ts';
import { readRow } from '../../src/posting/channels/list-view.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { readOrigin, toModal } from '../../src/slack/forms/modal.ts';
import { openCommand, sealCommand } from '../../src/slack/listeners/typed-command.ts';
import { watchedIn } from '../../src/store/incidents/rows.ts';
import { createRowReader } from '../../src/store/row-reader.ts';
import { expiryOf } from '../../src/upstream/auth/login.ts';
import { recordLog } from '../support/log.ts';
import { isReadable, NUMBER, nearly, typed } from './hostile.ts';
import { tryAll } from './try-all.ts';

const sealer = createSealer(Buffer.alloc(32, 3));

const plainValues = {
  readRehearsal,
  readMore,
  operatorFromValue,
  readAgain,
  readChoice,
  mentionFromText,
  readRow,
};

test('readers of button and menu values never throw on forged values', async () => {
  const value = fc.oneof(
    typed,
    fc.tuple(typed, typed).map(([one, other]) => `${one}.${other}`),
  );
  await tryAll('plain values', 0.15, value, (forged) => {
    for (const read of Object.values(plainValues)) read(forged);
  });
});

const openers = {
  'status.request': openStatusButton,
  'report.turn': openReportButton,
  'status.fields': openFields,
  'status.settle': openTracked,
  'command.typed': openCommand,
  'summary.request': openSubscriptionRequest,
  modal: (own: typeof sealer, value: string) => readOrigin(value, own),
} as const;

const inside = fc.oneof(
  typed,
  fc
    .record(
      {
        ...{
          k: nearly('number', 'id', 'reference'),
          n: nearly(NUMBER),
          r: nearly('4711'),
          p: nearly('today'),
          s: nearly('56001'),
        },
        ...{
          c: nearly('/sms-status'),
          t: nearly('912345678', 1e18),
          x: nearly('x'),
          d: nearly('2026-11-18'),
          f: nearly(1, 2),
        },
        ...{
          responseUrl: nearly('http://x'),
          language: nearly('en', 'es'),
          timeZone: nearly('UTC', 'X/Y'),
          kept: nearly({}),
        },
        ...{ __proto__: nearly({}), channelId: nearly('C1') },
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);

test('readers of sealed values never throw, and refuse altered ones', async () => {
  const flip = fc.nat(400);
  await tryAll('sealed values', 0.08, fc.tuple(inside, typed, flip), ([json, forged, at]) => {
    for (const [purpose, open] of Object.entries(openers)) {
      open(sealer, forged);
      const sealed = sealer.seal(purpose, json);
      open(sealer, sealed);
      const altered = `${sealed.slice(0, at % sealed.length)}A${sealed.slice((at % sealed.length) + 1)}`;
      if (altered !== sealed && open(sealer, altered.slice(0, -2)) !== undefined) throw new Error('altered');
    }
  });
});

test('sealed values do not show their contents', async () => {
  const from = {
    responseUrl: 'http://x',
    channelId: 'C1',
    language: 'en',
    timeZone: 'UTC',
    replaces: false,
  } as const;
  await tryAll('what is sealed', 0.02, typed, (text) => {
    const typedText = `${text} ${NUMBER}`;
    const form = {
      callbackId: 'x',
      title: 'x',
      submit: 'x',
      close: 'x',
      blocks: [],
      kept: { number: typedText },
    };
    expect(isReadable(sealCommand(sealer, '/sms-status', typedText))).toBe(false);
    expect(isReadable(JSON.stringify(toModal(form, from, sealer)))).toBe(false);
  });
});

test('the expiry of any token is a number or undefined', async () => {
  const claims = fc.record({ exp: nearly(1_795_000_000, -1, 1e300, '1') }, { requiredKeys: [] });
  const payload = fc.oneof(
    typed,
    claims.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
  );
  await tryAll('tokens', 0.05, fc.array(payload, { maxLength: 4 }), (parts) => {
    const expiry = expiryOf(parts.join('.'));
    expect(expiry === undefined || typeof expiry === 'number').toBe(true);
  });
});

test('any stored figures and watches are read, or refused without a quote of them', async () => {
  const text = fc.oneof(
    inside,
    fc
      .record(
        {
          lastReadMs: nearly(1),
          lastAtMs: nearly(1),
          subjects: nearly([], [['x', {}]]),
          failing: nearly({}),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  );
  const watchRow = { account: 'a', sensitivity: 'normal', version: 1, checked_at: new Date(0), took_ms: 0 };
  await tryAll('rows', 0.05, fc.tuple(text, fc.uint8Array({ maxLength: 200 })), ([watched, bytes]) => {
    const { log, lines } = recordLog();
    createRowReader('watch_states', watchedIn, log).one({ ...watchRow, state: watched });
    const error = thrownBy(() => [...createCellReader(bytes).all()].length);
    expect(isReadable(JSON.stringify(lines) + String(error))).toBe(false);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
