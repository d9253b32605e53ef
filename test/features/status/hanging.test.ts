import { expect, test } from 'vitest';
import { aDesk, channels, people } from '../../support/desk.ts';
import { servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T12:02:00Z');
const asking = [people.agent, people.agente, people.agent, people.agente, people.agent, people.agente];

async function aHangingDesk(overrides: NonNullable<Parameters<typeof aDesk>[1]>['overrides'], env = {}) {
  const held: (() => void)[] = [];
  let isHanging = true;
  const platform = await servePlatform({
    report: (asked) => {
      if (isHanging) held.push(() => platform.good.report(asked));
      else return platform.good.report(asked);
    },
  });
  const desk = await aDesk(platform.url, { env, overrides: { now, ...overrides } });
  const ask = ({ id: person }: (typeof asking)[number]) =>
    desk.slack.command({ person, channel: channels.support.id, command: '/sms-status', text: '912345678' });
  return {
    desk,
    platform,
    ask,
    askAll: () => Promise.all(asking.map(ask)),
    release() {
      isHanging = false;
      for (const answer of held) answer();
    },
    said: (what: RegExp, { id: person }: (typeof asking)[number]) =>
      desk.slack.messages({ person }).filter(({ text }) => what.test(text)).length,
  };
}

test('who waits with others is told once how many wait and since when, and has the answer all the same', async () => {
  const { askAll, said, release, desk } = await aHangingDesk({ timings: { waitingAfterMs: 20 } });
  await askAll();
  const line =
    /^The SMS platform has been slow since 12:02; \d questions? (is|are) waiting\. Your answer will come here/;
  const linea =
    /^La plataforma de SMS está lenta desde las 09:02 y hay \d consultas? en espera\. Tu respuesta llegará/;
  // Those with a place may be told before anybody waits behind them.
  const told = () => said(/^The SMS platform (has been|is)/, people.agent);
  const avisado = () => said(/^La plataforma de SMS está/, people.agente);
  await expect.poll(() => [told(), avisado()]).toEqual([3, 3]);
  expect(said(line, people.agent) + said(linea, people.agente)).toBeGreaterThan(0);
  release();
  await desk.settled();
  expect(said(/^Delivered /, people.agent)).toBe(3);
  expect(said(/^Entregado /, people.agente)).toBe(3);
  expect(desk.slack.messages()).toHaveLength(4 * 3);
});

test('who waits alone is told once that it takes long, and has the answer all the same', async () => {
  const { ask, said, release, desk } = await aHangingDesk({ timings: { waitingAfterMs: 20 } });
  await ask(people.agente);
  const linea = /^La plataforma de SMS está tardando en responder\. Tu respuesta llegará aquí/;
  await expect.poll(() => said(linea, people.agente)).toBe(1);
  release();
  await desk.settled();
  expect(said(/^Entregado /, people.agente)).toBe(1);
  expect(said(linea, people.agente)).toBe(1);
});

test('nobody waits on where the platform does not answer: all are told since when, and what happens', async () => {
  const { askAll, said, desk, platform } = await aHangingDesk({}, { SMS_TIMEOUT_SECONDS: '1' });
  await askAll();
  await desk.settled();
  expect(desk.slack.messages()).toHaveLength(asking.length);
  expect(platform.seen.report).toHaveLength(4);
  await askAll();
  await desk.settled();
  expect(platform.seen.report).toHaveLength(4);
  const told =
    /hasn’t answered since 12:02\.\nNothing is lost: every 15 s I let one question through to try it/;
  const avisado =
    /no responde desde las 09:02\.\nNo se perdió nada: cada 15 s dejo pasar una consulta para probarla/;
  expect(said(told, people.agent) + said(avisado, people.agente)).toBe(2 * asking.length - 4);
});
