import { expect, test } from 'vitest';
import type { LoggedRequestDetail } from '../../../tools/playground/page/contract.ts';
import { createSandbox, stories } from '../../../tools/sandbox/index.ts';
import { buttonIn, messagesWithoutProgress, startTestPlayground, WEDNESDAY } from './a-playground.ts';

const ANA = 'U0ANA';
const SUPPORT = 'C0SUPPORT';

/** Codes in the platform's message texts of these numbers, on that Wednesday and the days before. */
async function codesOf(numbers: readonly string[]): Promise<string[]> {
  // Later than anything that happens during the test.
  const now = new Date(Date.parse(WEDNESDAY) + 3_600_000);
  const sandbox = createSandbox({ now: () => now });
  const { url } = await sandbox.start();
  const { email, password, reportToken } = sandbox.credentials;
  const post = async (path: string, body: unknown, authorization = '') => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { auth_access_token: string; data: readonly { text: string }[] };
  };
  const { auth_access_token } = await post('/login_ws', { email, password });
  const day = (daysAgo: number) =>
    new Date(now.getTime() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
  const reports = await Promise.all(
    numbers.map((number) =>
      post(
        '/report_mt',
        { desde: day(3), hasta: day(0), tokenws: reportToken, msisdn: number.replaceAll(/\D/g, '') },
        `Bearer ${auth_access_token}`,
      ),
    ),
  );
  await sandbox.stop();
  const texts = reports.flatMap(({ data }) => data.map(({ text }) => text));
  return [...new Set(texts.flatMap((text) => text.match(/(?<!\d)\d{4,8}(?!\d)/g) ?? []))];
}

test('the requests of a session with commands, forms and faults show no number, secret or code', async () => {
  const { act, open, details } = await startTestPlayground();
  const page = await open(ANA);
  const codes = await codesOf(stories.map(({ number }) => number));
  expect(codes.length).toBeGreaterThan(20);
  const waitForAnswer = async (what: Promise<unknown>) => {
    const count = () => messagesWithoutProgress(page.state()).length;
    const before = count();
    await what;
    await page.until(() => count() > before);
  };
  const say = (text: string) => act({ kind: 'say', person: ANA, channel: SUPPORT, text });

  for (const { number } of stories) await waitForAnswer(say(`/sms-status ${number} last 3 days`));
  await waitForAnswer(say(`/sms-status ${stories[0]?.number.replaceAll(' ', '-')} yesterday`));
  await waitForAnswer(say('/sms-status 2026-11-18 no-such-thing'));
  for (const { typed } of page.state().suggestions.filter((one) => /^\/sms-status (2|id)/.test(one.typed)))
    await waitForAnswer(say(typed));
  await say('/sms-status');
  await page.until(({ form }) => form);
  await act({ kind: 'submit', person: ANA, values: { number: '12ab 912345678' } });
  await page.until(({ form }) => Object.keys(form?.errors ?? {}).length > 0);
  await waitForAnswer(act({ kind: 'submit', person: ANA, values: { number: '(09) 1234.5678' } }));
  for (const label of ['CSV', 'Share to channel', 'Refresh']) {
    const button = buttonIn(page.state(), label);
    if (!button) throw new Error(`no button ${label}`);
    const before = page.state().requests.length;
    await act({ kind: 'press', person: ANA, ...button });
    await page.until(({ requests }) => requests.length > before + 1);
  }
  await act({ kind: 'revoke' });
  for (const faults of [
    { truncate: 'connection' as const },
    { truncate: 'clean' as const },
    { badEntries: 6 },
    { html: true },
    { serverErrors: {} },
    { ignoreFilters: true },
  ]) {
    await act({ kind: 'faults', faults });
    await waitForAnswer(say(`/sms-status ${stories[1]?.number}`));
  }

  const happened = await details(page);
  expect(happened.length).toBeGreaterThan(60);
  expect(new Set(happened.map(({ from, to }) => `${from} ${to}`))).toEqual(
    new Set(['slack bot', 'bot slack', 'bot platform']),
  );
  const shown = JSON.stringify(happened).replaceAll(/(?<=\d)[ ().\-/]+(?=\d)/g, '');
  for (const { number } of stories) {
    expect(shown).not.toContain(number.replaceAll(/\D/g, '').slice(2));
  }
  const { credentials } = createSandbox();
  for (const secret of Object.values(credentials)) expect(shown).not.toContain(secret);
  // A token has three parts; an encrypted value may start with the same letters by chance.
  expect(shown).not.toMatch(/Bearer|xoxb-|eyJ[\w-]{10,}\.[\w-]+\.|\/responses\/|\.trigger/);
  // The size of an uploaded file, or a part of a random id, may equal a code by chance.
  const texts = happened.map(({ answer }) => answer.replace(/^OK - \d+$/, '')).join('\n');
  expect(codes.filter((code) => new RegExp(`(?<![\\w:.-])${code}(?![\\w:.-])`).test(texts))).toEqual([]);
});

test('the oldest requests are removed; the others can be read in detail', async () => {
  const { act, open, url } = await startTestPlayground();
  const page = await open(ANA);
  await act({ kind: 'say', person: ANA, channel: SUPPORT, text: '/sms-status help' });
  const { id: oldest } = await page.until(({ requests }) =>
    requests.find(({ name }) => name === '/sms-status'),
  );
  const response = await fetch(`${url}/requests/${oldest}`);
  const detail = (await response.json()) as LoggedRequestDetail;
  expect(detail).toMatchObject({ id: oldest, name: '/sms-status', from: 'slack', to: 'bot' });
  expect(JSON.parse(detail.request)).toMatchObject({ command: '/sms-status', text: 'help' });
  for (let turn = 0; turn < 70; turn++)
    await act({ kind: 'say', person: ANA, channel: SUPPORT, text: '/sms-status help' });
  await page.until(({ requests }) => requests.length === 200 && requests.every(({ id }) => id !== oldest));
  expect((await fetch(`${url}/requests/${oldest}`)).status).toBe(404);
});
