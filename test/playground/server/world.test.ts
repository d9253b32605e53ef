import { expect, test } from 'vitest';
import { stories } from '../../../src/sandbox/index.ts';
import { aPlayground, type OpenPage } from './a-playground.ts';

const ANA = 'U0ANA';
const numberOf = (name: string) => stories.find((story) => story.name === name)?.number ?? '';
const typed = (text: string) => ({ kind: 'say', person: ANA, channel: 'C0SUPPORT', text }) as const;
const DAY_MS = 24 * 3_600_000;

/** Asks, and resolves with the text of the answer, whatever the bot says before it. */
async function answerTo(
  { act }: Awaited<ReturnType<typeof aPlayground>>,
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

test('the clock goes forwards and back, and bot, platform and page go with it', async () => {
  const playground = await aPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  const ask = () =>
    answerTo(playground, page, `/sms-status ${numberOf('delivered')} yesterday`, /3 delivered/);
  await ask();
  for (const days of [40, -40, 400]) {
    const at = new Date(Date.now() + days * DAY_MS).toISOString();
    await act({ kind: 'clock', at });
    const isThere = (now: string) => Math.abs(Date.parse(now) - Date.parse(at)) < 10_000;
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

test('a refused login is forgotten when the clock goes back', async () => {
  const playground = await aPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  await act({ kind: 'clock', at: new Date(Date.now() + DAY_MS).toISOString() });
  await act({ kind: 'faults', faults: { unauthorized: { operation: 'login' } } });
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /./);
  await act({ kind: 'faults', faults: {} });
  await act({ kind: 'clock', at: null });
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Delivery to this number/);
});

test('faults are in force until others take their place', async () => {
  const playground = await aPlayground();
  const { act, open, url } = playground;
  const page = await open(ANA);
  const ask = (expected: RegExp) =>
    answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, expected);
  await ask(/Delivery to this number/);
  await act({ kind: 'faults', faults: { html: true } });
  await page.until(({ platform }) => platform.faults.html === true);
  await ask(/cannot read/);
  expect(page.state().happenings.findLast(({ to }) => to === 'platform')).toMatchObject({
    outcome: '200, not JSON',
    isProblem: true,
  });
  await act({ kind: 'faults', faults: { lateReceiptsSeconds: 60 } });
  await page.until(({ platform }) => platform.faults.html === undefined);
  await ask(/Delivery to this number/);
  await act({ kind: 'faults', faults: { operatorDown: { operator: 'Entel' } } });
  const { since } = await page.until(({ platform }) => platform.faults.operatorDown);
  expect(Math.abs(Date.now() - Date.parse(since ?? ''))).toBeLessThan(20_000);
  await act({ kind: 'revoke' });
  await ask(/Delivery to this number/);
  expect(page.state().happenings.filter(({ outcome }) => outcome === '401')).toHaveLength(1);
  const refused = await fetch(`${url}/acts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'faults', faults: { novelty: true } }),
  });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('There is no fault')]);
});

test('an act never waits for the answer, which comes after a line that says so', async () => {
  const { act, open } = await aPlayground();
  const page = await open(ANA);
  await act({ kind: 'faults', faults: { operation: 'report', slowFirstByteMs: 1_500 } });
  expect(await act(typed(`/sms-status ${numberOf('delivered')}`))).toEqual({ ok: true });
  expect(page.state().messages.filter(({ author }) => author === 'bot')).toEqual([]);
  await page.until(({ messages }) => messages.filter(({ author }) => author === 'bot').length === 2);
});

test('a platform that is not there is said to be so, and answers again at the same address', async () => {
  const playground = await aPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Delivery to this number/);
  await Promise.all([
    act({ kind: 'reach', isReachable: false }),
    act({ kind: 'reach', isReachable: true }),
    act({ kind: 'reach', isReachable: false }),
  ]);
  await page.until(({ platform }) => !platform.isReachable);
  const calls = page.state().happenings.filter(({ to }) => to === 'platform').length;
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /reach/);
  expect(page.state().happenings.filter(({ to }) => to === 'platform')).toHaveLength(calls);
  await act({ kind: 'reach', isReachable: true });
  await page.until(({ platform }) => platform.isReachable);
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Delivery to this number/);
});

test('starting over leaves nothing of what was, also of an answer still to come', async () => {
  const playground = await aPlayground();
  const { act, open } = playground;
  const page = await open(ANA);
  await act({ kind: 'speak', person: ANA, locale: 'es-CL' });
  await act({ kind: 'clock', at: new Date(Date.now() + DAY_MS).toISOString() });
  await act(typed('/sms-status'));
  await page.until(({ form }) => form);
  await act({ kind: 'faults', faults: { unauthorized: { operation: 'login' }, html: true } });
  await act(typed(`/sms-status ${numberOf('failed')}`));
  await act({ kind: 'faults', faults: { operation: 'report', slowFirstByteMs: 60_000 } });
  await act(typed(`/sms-status ${numberOf('delivered')}`));
  await act({ kind: 'reach', isReachable: false });
  expect(await act({ kind: 'reset' })).toEqual({ ok: true });

  const fresh = await page.until(
    (state) => state.happenings.length === 0 && state.form === undefined && state,
  );
  expect(fresh.messages).toEqual([]);
  expect(fresh.clock.isMoved).toBe(false);
  expect(fresh.platform).toMatchObject({ isReachable: true, faults: {} });
  expect(fresh.people.find(({ id }) => id === ANA)?.locale).toBe('en-US');
  await answerTo(playground, page, `/sms-status ${numberOf('delivered')}`, /Delivery to this number/);
  expect(page.state().messages.filter(({ author }) => author === 'bot')).toHaveLength(1);
  expect(Number(page.state().messages.at(-1)?.ts) * 1000 - Date.now()).toBeLessThan(60_000);
});
