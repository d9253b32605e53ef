import { expect, test } from 'vitest';
import { channels, people, startDesk } from '../../support/desk.ts';
import { servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T12:02:00Z');
const asking = [people.agent, people.agente, people.agent, people.agente, people.agent, people.agente];

async function createHangingDesk(
  overrides: NonNullable<Parameters<typeof startDesk>[1]>['overrides'],
  env = {},
) {
  const pendingAnswers: (() => void)[] = [];
  let isHanging = true;
  const platform = await servePlatform({
    report: (asked) => {
      if (isHanging) pendingAnswers.push(() => platform.good.report(asked));
      else return platform.good.report(asked);
    },
  });
  const desk = await startDesk(platform.url, { env, overrides: { now, ...overrides } });
  const ask = ({ id: person }: (typeof asking)[number]) =>
    desk.slack.command({ person, channel: channels.support.id, command: '/sms-status', text: '912345678' });
  return {
    desk,
    platform,
    ask,
    askAll: () => Promise.all(asking.map(ask)),
    release() {
      isHanging = false;
      for (const answer of pendingAnswers) answer();
    },
    said: (what: RegExp, { id: person }: (typeof asking)[number]) =>
      desk.slack.messages({ person }).filter(({ text }) => what.test(text)).length,
  };
}

test('each waiting person reads once how many wait and since when, then gets the answer', async () => {
  const { askAll, said, release, desk } = await createHangingDesk({ timings: { waitingAfterMs: 20 } });
  await askAll();
  const line =
    /^The SMS platform has been slow since 12:02; \d questions? (is|are) waiting\. Your answer will come here/;
  const linea =
    /^La plataforma de SMS está lenta desde las 09:02 y hay \d consultas? en espera\. Tu respuesta llegará/;
  // The first requests may be notified before others wait behind them.
  const inEnglish = () => said(/^The SMS platform (has been|is)/, people.agent);
  const inSpanish = () => said(/^La plataforma de SMS está/, people.agente);
  await expect.poll(() => [inEnglish(), inSpanish()]).toEqual([3, 3]);
  expect(said(line, people.agent) + said(linea, people.agente)).toBeGreaterThan(0);
  release();
  await desk.requestsFinished();
  expect(said(/^Delivered /, people.agent)).toBe(3);
  expect(said(/^Entregado /, people.agente)).toBe(3);
  expect(desk.slack.messages()).toHaveLength(4 * 3);
});

test('a person who waits alone reads once that it takes long, then gets the answer', async () => {
  const { ask, said, release, desk } = await createHangingDesk({ timings: { waitingAfterMs: 20 } });
  await ask(people.agente);
  const linea = /^La plataforma de SMS está tardando en responder\. Tu respuesta llegará aquí/;
  await expect.poll(() => said(linea, people.agente)).toBe(1);
  release();
  await desk.requestsFinished();
  expect(said(/^Entregado /, people.agente)).toBe(1);
  expect(said(linea, people.agente)).toBe(1);
});

test('waiting questions end when the platform does not answer, and say since when', async () => {
  const { askAll, said, desk, platform } = await createHangingDesk({}, { SMS_TIMEOUT_SECONDS: '1' });
  await askAll();
  await desk.requestsFinished();
  expect(desk.slack.messages()).toHaveLength(asking.length);
  expect(platform.seen.report).toHaveLength(4);
  await askAll();
  await desk.requestsFinished();
  expect(platform.seen.report).toHaveLength(4);
  const inEnglish = /hasn’t answered since 12:02\.\nNothing is lost: every 2 s I try it with one question/;
  const inSpanish = /no responde desde las 09:02\.\nNo se perdió nada: cada 2 s la pruebo con una consulta/;
  expect(said(inEnglish, people.agent) + said(inSpanish, people.agente)).toBe(2 * asking.length - 4);
});
