import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueWithin } from '../../src/runtime/timeouts.ts';
import { UpstreamError } from '../../src/upstream/index.ts';
import { recordLog } from '../support/log.ts';
import { json, platformEntry, servePlatform } from '../support/server.ts';
import { collect, openUpstream, testQuery, wordsOf } from '../support/upstream.ts';
import { CODE, isReadable, NUMBER, nearly, SECRET, typed } from './hostile.ts';
import { tryAll } from './try-all.ts';

const time = nearly('2026-11-18 10:32:05+00:00', '-', '2026-13-40 99:99:99+99:99', '2026-11-18T10:32:05Z');
const entry = fc.record(
  {
    msisdn: nearly(`+${NUMBER}`, NUMBER, '-'),
    operator: nearly('Entel', '', '-'),
    status: nearly('delivered', 'sent_failed', '-', CODE),
    text: nearly(`code ${CODE}`, '', '-'),
    ...{ time_dlr: time, time_operator: time, time_platform: time, from: nearly('56001', NUMBER) },
  },
  { requiredKeys: [] },
);
const secret = nearly(SECRET, `${SECRET}.${SECRET}.${SECRET}`);
const fields = {
  report: fc.record({
    data: fc.oneof(fc.array(entry, { maxLength: 5 }), nearly([])),
    total: nearly(1, 5),
    desde: nearly('2026-11-18'),
  }),
  info: fc.record(
    { data: fc.oneof(entry, nearly({})), detail: nearly('record found', CODE) },
    { requiredKeys: [] },
  ),
  login: fc.record({ auth_access_token: secret, status: nearly(true, false) }, { requiredKeys: [] }),
  oauth: fc.record(
    { access_token: secret, validity_period: nearly('3600', '-1', '1e9') },
    { requiredKeys: [] },
  ),
};

/** Longer than a request to a server on this machine takes. */
const PATIENCE_MS = 200;

const bodies = fc.oneof(...Object.values(fields));
/** JSON, JSON that was cut, or no JSON at all. */
const body = fc.oneof(
  { weight: 6, arbitrary: bodies.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc.tuple(bodies, fc.nat(200)).map(([value, at]) => JSON.stringify(value).slice(0, at)),
  },
  { weight: 1, arbitrary: typed },
  { weight: 1, arbitrary: fc.nat(2_000).map((depth) => '['.repeat(depth)) },
);
const headers = fc.record(
  {
    'retry-after': fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      'Wed, 21 Oct 2099 07:28:00 GMT',
      'soon',
      '0x10',
      CODE,
    ),
    'content-type': fc.constantFrom('application/json', 'text/html; charset=utf-7', CODE),
    location: fc.constantFrom('http://127.0.0.1:1/', `https://x.example/sign-in?token=${SECRET}`, '//', '::'),
    'www-authenticate': fc.constantFrom(`Bearer ${SECRET}`),
  },
  { requiredKeys: [] },
);
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 301, 400, 401, 403, 404, 422, 429, 500, 503),
);

test('any platform answer is read, or fails with an error that does not quote it', async () => {
  let now: { status: number; headers: Record<string, string>; body: string } = {
    status: 200,
    headers: {},
    body: '',
  };
  let brokenOperation = 'report';
  const answerOf =
    (operation: 'report' | 'info' | 'login' | 'oauth' | 'sms') =>
    ({ response }: { response: import('node:http').ServerResponse }) => {
      if (operation !== brokenOperation) {
        if (operation === 'login') return json(response, { auth_access_token: SECRET, status: true });
        if (operation === 'oauth') return json(response, { access_token: SECRET, validity_period: '3600' });
        return json(response, { data: [platformEntry()] });
      }
      response.writeHead(now.status, now.headers).end(now.status === 204 ? '' : now.body);
    };
  const { url, seen } = await servePlatform({
    ...{ report: answerOf('report'), info: answerOf('info'), login: answerOf('login') },
    ...{ oauth: answerOf('oauth'), sms: answerOf('sms') },
  });
  const operation = fc.constantFrom('report', 'info', 'login', 'oauth', 'sms');
  await tryAll(
    'answers of the platform',
    0.003,
    fc.tuple(operation, status, body, headers),
    async ([broken, code, text, head]) => {
      now = { status: code, headers: head as Record<string, string>, body: text };
      brokenOperation = broken;
      const { log, lines } = recordLog();
      const oauth = {
        authUrl: url,
        clientId: 'canary',
        clientSecret: SECRET,
        validityUnit: 'seconds' as const,
      };
      const upstream = openUpstream(url, {
        log,
        password: SECRET,
        reportToken: SECRET,
        oauth,
        timeoutMs: 5_000,
      });
      try {
        const asked =
          broken === 'info'
            ? upstream.message({ day: '2026-11-18', reference: '4711' })
            : broken === 'sms' || broken === 'oauth'
              ? upstream.sms?.('4711')
              : collect(upstream.messages(testQuery));
        const failed = Promise.resolve(asked).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        // A wait that the platform asks for may still run; it ends with the client.
        const error = await valueWithin(PATIENCE_MS, failed, () => undefined);
        if (error !== undefined) {
          expect(error).toBeInstanceOf(UpstreamError);
          expect(isReadable(wordsOf(error as UpstreamError))).toBe(false);
        }
        expect(isReadable(JSON.stringify(lines))).toBe(false);
      } finally {
        upstream.close();
        for (const requests of Object.values(seen)) requests.length = 0;
      }
    },
  );
});
