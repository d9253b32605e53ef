import { expect, test } from 'vitest';
import { stories } from '../../../tools/sandbox/index.ts';
import { buttonIn, messagesWithoutProgress, type OpenPage, startTestPlayground } from './a-playground.ts';

const ANA = 'U0ANA';
const SUPPORT = 'C0SUPPORT';
const numberOf = (name: string) => stories.find((story) => story.name === name)?.number ?? '';
const typed = (text: string, person = ANA, channel = SUPPORT) =>
  ({ kind: 'say', person, channel, text }) as const;
const says = (page: OpenPage, text: string | RegExp) =>
  page.until(({ messages }) =>
    messages.find((one) => (typeof text === 'string' ? one.text.includes(text) : text.test(one.text))),
  );

test('a new page receives people, channels, commands and suggestions', async () => {
  const { open } = await startTestPlayground({ at: null });
  const state = (await open(ANA)).state();
  expect(state.person).toBe(ANA);
  expect(state.people.map(({ name, locale, zone }) => [name, locale, zone])).toEqual([
    ['Ana Rojas', 'en-US', 'America/Santiago'],
    ['Luis Vega', 'es-CL', 'America/Santiago'],
    ['Mei Tanaka', 'en-US', 'Asia/Tokyo'],
    ['Sam Okafor', 'en-US', 'Europe/London'],
  ]);
  expect(state.channels.map(({ name, isDm, hasBot }) => [name, isDm, hasBot])).toEqual([
    ['support', false, true],
    ['on-call', false, true],
    ['operations', false, true],
    ['random', false, false],
    ['general', false, true],
    ['SMS Desk', true, true],
  ]);
  expect(state.commands).toEqual([
    {
      command: '/sms-status',
      description: expect.any(String),
      usageHint: expect.stringContaining('<number>'),
    },
    {
      command: '/sms-report',
      description: expect.any(String),
      usageHint: expect.stringContaining('yesterday'),
    },
    {
      command: '/sms-check',
      description: expect.any(String),
      usageHint: expect.stringContaining('[operator]'),
    },
  ]);
  expect(state.suggestions.length).toBeGreaterThanOrEqual(8);
  expect(state.suggestions.length).toBeLessThanOrEqual(20);
  expect(state.platform).toEqual({ isReachable: true, faults: {} });
  expect(state.clock.isMoved).toBe(false);
});

test('an unknown person in the address is replaced by the first person', async () => {
  const { open } = await startTestPlayground();
  expect((await open('U9')).state().person).toBe(ANA);
});

test('every suggestion is answered, or opens the form', async () => {
  const { act, open } = await startTestPlayground({ isWarm: true });
  const page = await open('U0LUIS');
  const asked = page.state().suggestions.filter(({ typed: text }) => /^[/@]/.test(text));
  for (const { typed: text } of asked) {
    const before = messagesWithoutProgress(page.state()).length;
    expect(await act(typed(text, 'U0LUIS'))).toEqual({ ok: true });
    await page.until((state) => messagesWithoutProgress(state).length > before || state.form !== undefined);
    if (page.state().form) await act({ kind: 'close', person: 'U0LUIS' });
  }
  const texts = page.state().messages.map(({ text }) => text);
  expect(texts.filter((text) => /no entiendo|no conoce|Referencia: /i.test(text))).toEqual([]);
});

test('an answer is private, changes by its button, and becomes public when shared', async () => {
  const { act, open } = await startTestPlayground();
  const [ana, mei] = await Promise.all([open(ANA), open('U0MEI')]);
  expect(await act(typed(`/sms-status ${numberOf('many')} yesterday`))).toEqual({ ok: true });
  const first = await says(ana, 'page 1 of 30');
  expect(first).toMatchObject({ author: 'bot', channel: SUPPORT, isOnlyForYou: true, isEdited: false });

  const older = buttonIn(ana.state(), 'Older');
  if (!older) throw new Error('no such button');
  expect(await act({ kind: 'press', person: ANA, ...older })).toEqual({ ok: true });
  expect((await says(ana, 'page 2 of 30')).ts).toBe(first.ts);
  expect(mei.state().messages).toEqual([]);

  const share = buttonIn(ana.state(), 'Share to channel');
  if (!share) throw new Error('no such button');
  await act({ kind: 'press', person: ANA, ...share });
  const shared = await mei.until(({ messages }) => messages.find(({ author }) => author === 'bot'));
  expect(shared).toMatchObject({ isOnlyForYou: false, channel: SUPPORT });
  expect(await act({ kind: 'press', person: 'U0MEI', ...older })).toEqual({
    ok: false,
    problem: { code: 'impossible', detail: 'The message is not there any more.' },
  });
  // As from a page that shows the message before its change.
  expect(await act({ kind: 'press', person: ANA, ...older, actionId: 'gone' })).toEqual({
    ok: false,
    problem: { code: 'impossible', detail: 'This message has changed; the button is gone.' },
  });
});

test('a form shows errors at their fields, and is answered when it is valid', async () => {
  const { act, open } = await startTestPlayground();
  const page = await open(ANA);
  await act(typed('/sms-status'));
  const form = await page.until((state) => state.form);
  expect(form).toMatchObject({ submit: expect.any(String), close: expect.any(String), errors: {} });
  await act({ kind: 'submit', person: ANA, values: { number: '12ab' } });
  const wrong = await page.until(({ form }) => Object.keys(form?.errors ?? {}).length > 0 && form?.errors);
  expect(Object.keys(wrong)).toEqual(['number']);

  await act({
    kind: 'use',
    person: ANA,
    blockId: 'way',
    actionId: 'status.form.way',
    value: 'reference',
    values: { number: numberOf('delivered') },
  });
  await page.until((state) => state.form?.blocks.some((block) => block.block_id === 'reference'));
  await act({
    kind: 'use',
    person: ANA,
    blockId: 'way',
    actionId: 'status.form.way',
    value: 'number',
    // As from a page without the newest state.
    values: { number: 'gone' },
  });
  await page.until((state) => state.form?.blocks.some((block) => block.block_id === 'number'));
  expect(await act({ kind: 'submit', person: ANA, values: { reference: '20261118-1' } })).toEqual({
    ok: false,
    problem: { code: 'impossible', detail: 'The form has changed meanwhile.' },
  });
  expect(await act({ kind: 'submit', person: ANA, values: {} })).toEqual({ ok: true });
  await says(page, 'Delivered ');
  expect(page.state().form).toBeUndefined();
  expect(await act({ kind: 'close', person: ANA })).toMatchObject({
    ok: false,
    problem: { code: 'impossible' },
  });
});

test('a file is downloaded with its type, and starts like its preview', async () => {
  const { act, open, url } = await startTestPlayground();
  const page = await open(ANA);
  await act(typed(`/sms-status ${numberOf('failed')} yesterday`));
  await says(page, 'messages');
  const csv = buttonIn(page.state(), 'CSV');
  if (!csv) throw new Error('no such button');
  await act({ kind: 'press', person: ANA, ...csv });
  const file = await page.until(({ messages }) => messages.flatMap(({ files }) => files)[0]);
  expect(file.beginning).toMatch(/^number,sender,operator/);
  const response = await fetch(url + file.url);
  const content = await response.text();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="sms-/),
    'x-content-type-options': 'nosniff',
  });
  expect(content).toContain(file.beginning.slice(0, 50));
  expect((await fetch(`${url}/files/F999`)).status).toBe(404);
});

test('the bot can be removed and invited again, and the channel archived', async () => {
  const { act, open } = await startTestPlayground();
  const page = await open(ANA);
  const support = () => page.state().channels.find(({ id }) => id === SUPPORT);
  expect(support()).toMatchObject({ hasBot: true, isArchived: false });
  expect(await act({ kind: 'channel', channel: SUPPORT, hasBot: false })).toEqual({ ok: true });
  await page.until(() => support()?.hasBot === false);
  await act(typed('/invite @SMS Desk'));
  await page.until(() => support()?.hasBot === true);
  await act({ kind: 'channel', channel: SUPPORT, isArchived: true });
  await page.until(() => support()?.isArchived === true);
  expect(await act(typed('Hello'))).toMatchObject({ problem: { code: 'impossible' } });
  expect(await act({ kind: 'channel', channel: 'C9', isArchived: true })).toMatchObject({ ok: false });
});

test('an impossible action is answered with the reason', async () => {
  const { act } = await startTestPlayground();
  const impossible = [
    typed('/sms-status help', 'U9'),
    typed('Hello', ANA, 'C9'),
    { kind: 'submit', person: ANA, values: {} },
    { kind: 'press', person: ANA, ts: '1.2', blockId: 'a', actionId: 'b' },
    { kind: 'speak', person: 'U9', locale: 'en-US' },
    { kind: 'clock', at: '1970-01-01T00:00:00Z' },
  ] as const;
  for (const one of impossible) {
    expect(await act(one)).toEqual({
      ok: false,
      problem: { code: 'impossible', detail: expect.any(String) },
    });
  }
});
