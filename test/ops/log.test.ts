import { describe, expect, test } from 'vitest';
import { createLog, logCall, withoutReference, withReference } from '../../src/ops/log.ts';
import { UpstreamError } from '../../src/upstream/index.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, secrets: string[] = []): string {
  const written: string[] = [];
  write(createLog({ level: 'trace', secrets, destination: { write: (line) => void written.push(line) } }));
  return written.join('');
}

test('work that a question only begins has no reference of it, also later', async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  const work: Promise<void>[] = [];
  const written: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (text) => void written.push(text) } });
  withReference(log, 'ACDEF3', () => {
    work.push(withoutReference(() => later.then(() => logCall(log, { outcome: 'background' }, 0))));
    logCall(log, { outcome: 'question' }, 0);
  });
  goOn();
  await Promise.all(work);
  expect(written.map((text) => JSON.parse(text)).map(({ ref, outcome }) => [ref, outcome])).toEqual([
    ['ACDEF3', 'question'],
    [undefined, 'background'],
  ]);
});

describe('the log filter', () => {
  test.each(['xoxb-canary-0123456789', 'xoxe.xoxb-1-canary0123', 'xoxe-1-canary-refresh'])(
    'never writes the Slack token %s, whatever its source',
    (token) => {
      const written = logged((log) => log.info({ note: `with ${token}` }, `a ${token} b`));
      expect(written).not.toContain('canary');
      expect(written).toContain('a [secret] b');
    },
  );

  test.each([
    '56912345678',
    '+56 9 1234 5678',
    '912-345-678',
    '(9) 1234 5678',
    '1234567',
    'tel:56912345678',
    'x:56912345678y',
    '56.912.345.678',
    'a\n56912345678',
    'a\t56912345678',
    'a\\n56912345678',
    '{"to":"x\\\\t56912345678"}',
    'a\\u000a56912345678',
    'sms_56912345678',
    'num/56912345678',
    'a,56912345678',
    'a—56912345678',
    '569_1234_5678',
    '569/1234/5678',
    '569,1234,5678',
    '9\u00a01234\u00a05678',
    '9\u20111234\u20115678',
    '٥٦٩١٢٣٤٥٦٧٨',
    '５６９１２３４５６７８',
    '५६९१२३४५६७८',
  ])('never writes the number %s', (number) => {
    const { time: _, ...line } = JSON.parse(logged((log) => log.info({ note: `to ${number}.` }, number)));
    expect(line).toMatchObject({ note: expect.any(String), msg: expect.any(String) });
    expect(JSON.stringify(line)).not.toMatch(/1234|345|٢٣٤|２３４|२३४/);
    expect(line).toMatchObject({ note: expect.stringContaining('[digits]') });
  });

  test('never writes a phone number in a numeric value, and the line stays JSON', () => {
    const line = logged((log) =>
      log.info({ n: 56_912_345_678, all: [912_345_678, -912_345_678, 912_345_678.5] }),
    );
    expect(JSON.parse(line)).toMatchObject({ n: '[digits]', all: ['[digits]', '[digits]', '[digits]'] });
  });

  test('writes times, ids, ports and counts', () => {
    const line = logged((log) =>
      log.info({ port: 43_210, user: 'U0123456789', ref: 'ACDEF3', count: 123_456 }, 'answered'),
    );
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      port: 43_210,
      user: 'U0123456789',
      ref: 'ACDEF3',
      count: 123_456,
      msg: 'answered',
    });
  });

  test.each([
    'U0123456789',
    'in C0123456789 by U0123456789',
    '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    '12345678901234567890abcdef123456',
    '2026-11-19T10:05:20.123Z',
    'since 2026-11-19T10:05:20+00:00, to 2026-11-20',
    'sms-desk/0.1.0 node/24.21.0',
    'a line\nof version 24.21.0',
  ])('writes %j', (note) => {
    expect(JSON.parse(logged((log) => log.info({ note })))).toMatchObject({ note });
  });

  test('writes the UUID of a row, but not a number next to it', () => {
    const id = '56912345-6789-4012-9345-678901234567';
    const line = logged((log) => log.info({ id, path: `${id}/56912345678` }, 'posted'));
    expect(JSON.parse(line)).toMatchObject({ id, path: `${id}/[digits]` });
  });

  test('never writes secrets in any field', () => {
    const line = logged(
      (log) => log.error({ err: new Error('sent hunter2'), url: 'http://x:hunter2@y' }, 'hunter2'),
      ['hunter2', ''],
    );
    expect(line).not.toContain('hunter2');
    expect(line).toContain('[secret]');
  });
});

test('the log filter finds a secret in its JSON form, too', () => {
  expect(logged((log) => log.info({ note: 'is p"a\\ssword' }), ['p"a\\ssword'])).not.toMatch(/ssword/);
});

test('the log writes an error without the properties that libraries add', () => {
  const cause = Object.assign(new Error('status 500 of http://desk:hunter2@platform.test/login_ws'), {
    options: { json: { password: 'hunter2' } },
    code: 'ERR',
  });
  const error = new UpstreamError('unavailable', {
    operation: 'login',
    reason: 'status 500',
    status: 500,
    cause,
  });
  const { err } = JSON.parse(logged((log) => log.error({ err: error }, 'failed')));
  expect(err).toMatchObject({
    type: 'UpstreamError',
    code: 'unavailable',
    message: 'login: status 500',
    cause: { message: 'Error (ERR): status 500 of <address>' },
  });
  expect(JSON.stringify(err)).not.toContain('hunter2');
  expect(logged((log) => log.error({ err: 'hunter2' }, 'failed'))).not.toContain('hunter2');
});
