import { expect, test } from 'vitest';
import { stories } from '../../../tools/sandbox/index.ts';
import {
  buttonIn,
  isProgressMessage,
  messagesWithoutProgress,
  type OpenPage,
  startTestPlayground,
  WEDNESDAY,
} from './a-playground.ts';

const ANA = 'U0ANA';
const numberOf = (name: string) => stories.find((story) => story.name === name)?.number ?? '';
const typed = (text: string) => ({ kind: 'say', person: ANA, channel: 'C0SUPPORT', text }) as const;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** The same time of day as on that Wednesday, some days later. */
const daysLater = (days: number) => new Date(Date.parse(WEDNESDAY) + days * DAY_MS).toISOString();

/** Asks, and resolves with the text of the answer that matches. */
async function answerTo(
  { act }: Awaited<ReturnType<typeof startTestPlayground>>,
  page: OpenPage,
  text: string,
  expected: RegExp,
): Promise<string> {
  const before = page.state().messages.length;
  expect(await act(typed(text))).toEqual({ ok: true });
  const answer = await page.until(({ messages }) =>
    messages.slice(before).find((one) => one.author === 'bot' && expected.test(one.text)),
  );
  return answer.text;
}

test('bot, platform and page follow the clock forwards and back', async () => {
  const playground = await startTestPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  const ask = () =>
    answerTo(playground, page, `/sms-status ${numberOf('delivered')} yesterday`, /3 messages/);
  await ask();
  for (const days of [40, -40, 400]) {
    const at = daysLater(days);
    await act({ kind: 'clock', at });
    const isThere = (now: string) => Math.abs(Date.parse(now) - Date.parse(at)) < HOUR_MS;
    await page.until(({ clock }) => clock.isMoved && isThere(clock.now));
    const [reference = ''] = page
      .state()
      .suggestions.flatMap(({ typed: text }) => /sms-status (\d{4}-.*)/.exec(text)?.[1] ?? []);
    expect(Math.abs(Date.parse(reference.slice(0, 10)) - Date.parse(at))).toBeLessThan(3 * DAY_MS);
    expect(await ask()).toMatch(/yesterday/);
    await answerTo(playground, page, `/sms-status ${reference}`, /Message \d{8}-/);
  }
  await act({ kind: 'clock', at: null });
  await page.until(({ clock }) => !clock.isMoved);
  await ask();
});

test('jobs that become due when the clock moves run at once', async () => {
  const { act, open } = await startTestPlayground({ isWarm: true });
  const page = await open(ANA);
  await act(typed(`/sms-status ${numberOf('stuck')} today`));
  const notify = await page.until((state) => buttonIn(state, 'Notify me'));
  await act({ kind: 'press', person: ANA, ...notify });
  await page.until(({ messages }) => messages.find(({ text }) => /Checked 15:2\d/.test(text)));
  // From the sixth check on, the next one is three hours later.
  for (const hours of [4, 8, 12, 16, 20, 24, 28, 32, 36]) {
    const at = new Date(Date.parse(WEDNESDAY) + hours * HOUR_MS).toISOString();
    await act({ kind: 'clock', at });
    const hour = String((15 + hours) % 24).padStart(2, '0');
    const looked = new RegExp(`Checked ${hour}:2\\d`);
    await page.until(({ messages }) => messages.some(({ text }) => looked.test(text)));
  }
});

test('a refused login is repeated when the clock goes back', async () => {
  const playground = await startTestPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  await act({ kind: 'clock', at: daysLater(1) });
  await act({ kind: 'faults', faults: { unauthorized: { operation: 'login' } } });
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Reference: /);
  await act({ kind: 'faults', faults: {} });
  await act({ kind: 'clock', at: WEDNESDAY });
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Delivered /);
});

test('faults stay active until others replace them', async () => {
  const playground = await startTestPlayground();
  const { act, open, url } = playground;
  const page = await open(ANA);
  const ask = (expected: RegExp) =>
    answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, expected);
  await ask(/Delivered /);
  await act({ kind: 'faults', faults: { html: true } });
  await page.until(({ platform }) => platform.faults.html === true);
  await ask(/can’t read/);
  const unread = await page.until(({ requests }) =>
    requests.find(({ to, outcome }) => to === 'platform' && outcome === '200, not JSON'),
  );
  expect(unread.isProblem).toBe(true);
  await act({ kind: 'faults', faults: { lateReceiptsSeconds: 60 } });
  await page.until(({ platform }) => platform.faults.html === undefined);
  await ask(/Delivered /);
  await act({ kind: 'faults', faults: { operatorDown: { operator: 'Entel' } } });
  const { since = '' } = await page.until(({ platform }) => platform.faults.operatorDown);
  expect(Date.parse(since)).toBeGreaterThanOrEqual(Date.parse(WEDNESDAY));
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(page.state().clock.now));
  await act({ kind: 'revoke' });
  await ask(/Delivered /);
  const refusals = await page.until(({ requests }) => {
    const found = requests.filter(({ outcome }) => outcome === '401');
    return found.length > 0 && found;
  });
  expect(refusals).toHaveLength(1);
  const refused = await fetch(`${url}/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'faults', faults: { novelty: true } }),
  });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('There is no fault')]);
});

test('an action does not wait for the answer, which follows a progress message', async () => {
  const { act, open } = await startTestPlayground();
  const page = await open(ANA);
  await act({ kind: 'faults', faults: { operation: 'report', slowFirstByteMs: 3_000 } });
  expect(await act(typed(`/sms-status ${numberOf('delivered')}`))).toEqual({ ok: true });
  expect(messagesWithoutProgress(page.state()).filter(({ author }) => author === 'bot')).toEqual([]);
  const botMessages = await page.until(({ messages }) => {
    const found = messages.filter(({ author }) => author === 'bot');
    return found.length === 2 && found;
  });
  expect(botMessages.map(isProgressMessage)).toEqual([true, false]);
});

test('a reset removes everything, also an answer that is still pending', async () => {
  const playground = await startTestPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  await act({ kind: 'speak', person: ANA, locale: 'es-CL' });
  await act({ kind: 'clock', at: daysLater(1) });
  await act(typed('/sms-status'));
  await page.until(({ form }) => form);
  await act({ kind: 'faults', faults: { unauthorized: { operation: 'login' }, html: true } });
  await act(typed(`/sms-status ${numberOf('failed')}`));
  await act({ kind: 'faults', faults: { operation: 'report', slowFirstByteMs: 60_000 } });
  await act(typed(`/sms-status ${numberOf('delivered')}`));
  await act({ kind: 'reach', isReachable: false });
  expect(await act({ kind: 'reset' })).toEqual({ ok: true });

  const fresh = await page.until((state) => state.requests.length === 0 && state.form === undefined && state);
  expect(fresh.messages).toEqual([]);
  expect(fresh.clock.isMoved).toBe(false);
  expect(fresh.platform).toMatchObject({ isReachable: true, faults: {} });
  expect(fresh.people.find(({ id }) => id === ANA)?.locale).toBe('en-US');
  // Real time is back; yesterday is complete at any time of day.
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')} yesterday`, /3 messages/);
  expect(messagesWithoutProgress(page.state()).filter(({ author }) => author === 'bot')).toHaveLength(1);
  expect(Number(page.state().messages.at(-1)?.ts) * 1000 - Date.now()).toBeLessThan(60_000);
});
