import { expect, test } from 'vitest';
import { createClock, type Entry, startSandbox } from './client.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/;

async function refusalOf(response: Response): Promise<[number, unknown]> {
  expect(response.headers.get('content-type')).toBe('application/json');
  const { detail } = (await response.json()) as { detail: unknown };
  return [response.status, detail];
}

test('login returns an opaque token', async () => {
  const { post, sandbox } = await startSandbox();
  const { email, password } = sandbox.credentials;
  const response = await post('/login_ws', { email, password });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    auth_access_token: expect.stringMatching(/^[\w-]{32}$/),
    status: true,
  });
  expect(sandbox.calls).toEqual({ login: 1, report: 0, info: 0, oauth: 0, sms: 0 });
});

test('login refuses wrong credentials', async () => {
  const { post, sandbox } = await startSandbox();
  const response = await post('/login_ws', { email: sandbox.credentials.email, password: 'guess' });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ status: false, detail: 'Wrong e-mail or password' });
});

test('the report has exactly the fields of the interface', async () => {
  const { report } = await startSandbox();
  expect(await report('2026-11-19', '2026-11-19', { msisdn: '56912345678' })).toEqual({
    desde: '2026-11-19',
    hasta: '2026-11-19',
    total: 3,
    data: Array.from({ length: 3 }, () => ({
      msisdn: '+56912345678',
      operator: 'Entel',
      status: 'delivered',
      text: expect.any(String),
      time_dlr: expect.stringMatching(TIMESTAMP),
      time_operator: expect.stringMatching(TIMESTAMP),
      time_platform: expect.stringMatching(TIMESTAMP),
    })),
  });
});

test.each([
  ['no Authorization', {}, {}, 401, 'Authorization is missing'],
  ['an unknown token', { authorization: 'Bearer x' }, {}, 401, 'The access token is unknown or has run out'],
])('the report refuses %s', async (_, headers, body, status, detail) => {
  const { post } = await startSandbox();
  expect(await refusalOf(await post('/report_mt', body, headers))).toEqual([status, detail]);
});

test.each([
  ['a wrong tokenws', { tokenws: 'guess' }, 403, 'Wrong tokenws'],
  ['a day that is none', { desde: '2026-02-30' }, 400, 'desde: Invalid ISO date'],
  ['a reversed range', { desde: '2026-11-21' }, 400, 'hasta: must not be before desde'],
  ['a number with +', { msisdn: '+56912345678' }, 400, 'msisdn: must be digits with country prefix'],
  ['a misspelt filter', { numcorto: '56001' }, 400, 'Unrecognized key: "numcorto"'],
])('the report refuses a request with %s', async (_, change, status, detail) => {
  const { post, login, sandbox } = await startSandbox();
  const tokenws = sandbox.credentials.reportToken;
  const body = { desde: '2026-11-20', hasta: '2026-11-20', tokenws, ...change };
  const response = await post('/report_mt', body, { authorization: `Bearer ${await login()}` });
  expect(await refusalOf(response)).toEqual([status, detail]);
});

test('malformed requests and unknown paths are refused in JSON', async () => {
  const { post, url } = await startSandbox();
  expect(await refusalOf(await post('/login_ws', '{'))).toEqual([400, 'The body is not JSON']);
  const plain = await post('/login_ws', '{}', { 'content-type': 'text/plain' });
  expect(await refusalOf(plain)).toEqual([400, 'Content-Type must be application/json']);
  expect(await refusalOf(await fetch(`${url}/login_ws`))).toEqual([404, 'There is no such operation']);
});

test('a message is looked up by date and reference, without Authorization', async () => {
  const { url, sandbox, report } = await startSandbox();
  const reference = sandbox.newest('+56 9 1234 5678');
  const response = await fetch(`${url}/sms_info/${reference?.date}/${reference?.trx}`);
  const [newest] = (await report('2026-11-20', '2026-11-20', { msisdn: '56912345678' })).data.slice(-1);
  expect(await response.json()).toEqual({
    data: { ...newest, from: '56002', msisdn: '56912345678', status: 'Delivered' },
    detail: 'Record found',
  });
});

test('every generated message can be looked up', async () => {
  const { url, report, sandbox } = await startSandbox();
  for (const { msisdn, time_platform } of (await report('2026-11-20', '2026-11-20')).data.slice(-5)) {
    const reference = sandbox.newest(msisdn);
    const response = await fetch(`${url}/sms_info/${reference?.date}/${reference?.trx}`);
    expect(((await response.json()) as { data: Entry }).data).toMatchObject({
      msisdn: msisdn.slice(1),
      time_platform,
    });
  }
});

test.each([
  ['another date', '2026-11-19', '20261120-1'],
  ['a message still to come', '2026-11-20', '20261120-2'],
  ['no such place', '2026-11-20', '20261120-100500'],
  ['no reference at all', '2026-11-20', 'x'],
])('the lookup returns 404 for %s', async (_, date, trx) => {
  const { url } = await startSandbox();
  expect(await refusalOf(await fetch(`${url}/sms_info/${date}/${trx}`))).toEqual([404, 'Record not found']);
});

test('the OAuth host returns a three-part token and a message by its identifier', async () => {
  const { url, form, sandbox } = await startSandbox();
  const { clientId: client_id, clientSecret: client_secret } = sandbox.credentials;
  const response = await form('/api/auth', { grant_type: 'client_credentials', client_id, client_secret });
  const { access_token, validity_period } = (await response.json()) as Record<string, string>;
  expect(validity_period).toBe('3600');
  const [, claims = ''] = access_token?.split('.') ?? [];
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  expect(exp).toBe(Date.parse('2026-11-20T19:00:00Z') / 1000);

  const address = `${url}/api/sms/${sandbox.newest('+56 9 1234 5678')?.smsId}`;
  const found = await fetch(address, { headers: { authorization: `Bearer ${access_token}` } });
  expect(await found.json()).toMatchObject({
    data: { from: '56002', msisdn: '56912345678', trx: '20261120-1', sms_id: 'sms_202611201' },
  });
  const [head, body, signature] = access_token?.split('.') ?? [];
  for (const token of [`${head}.${body}`, `${head}.${body}.${signature}.x`, `${head}.${body}.forged`]) {
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  }
});

test('the OAuth host refuses wrong credentials and other grants', async () => {
  const { form, post } = await startSandbox();
  const fields = { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' };
  expect((await form('/api/auth', fields)).status).toBe(401);
  expect((await form('/api/auth', { ...fields, grant_type: 'password' })).status).toBe(400);
  expect((await post('/api/auth', fields)).status).toBe(400);
});

test('tokens end by expiry, by a new session and by revocation', async () => {
  const clock = createClock('2026-11-20T18:00:00Z');
  const { post, login, sandbox } = await startSandbox({ now: clock.now, singleSession: true });
  const tokenws = sandbox.credentials.reportToken;
  const statusWith = async (token: string) => {
    const body = { desde: '2026-11-20', hasta: '2026-11-20', tokenws, msisdn: '56912345678' };
    return (await post('/report_mt', body, { authorization: `Bearer ${token}` })).status;
  };
  const first = await login();
  expect(await statusWith(first)).toBe(200);
  const second = await login();
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  clock.set('2026-11-20T18:59:59Z');
  expect(await statusWith(second)).toBe(200);
  clock.set('2026-11-20T19:00:00Z');
  expect(await statusWith(second)).toBe(401);
  const third = await login();
  sandbox.revokeTokens();
  expect(await statusWith(third)).toBe(401);
});

test('bounds and time zone define a day', async () => {
  const day = async (options: object) => {
    const { report } = await startSandbox(options);
    const { data } = await report('2026-11-18', '2026-11-19');
    return [data.at(0)?.time_platform.slice(0, 13), data.at(-1)?.time_platform.slice(0, 13)];
  };
  expect(await day({ bounds: 'inclusive' })).toEqual(['2026-11-18 00', '2026-11-19 23']);
  expect(await day({ bounds: 'exclusive_end' })).toEqual(['2026-11-18 00', '2026-11-18 23']);
  expect(await day({ timeZone: 'America/Santiago' })).toEqual(['2026-11-18 03', '2026-11-20 02']);
});
