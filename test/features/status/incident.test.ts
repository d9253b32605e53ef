import { beforeAll, expect, test } from 'vitest';
import { channels, people } from '../../support/desk.ts';
import { createShiftDesk, onTheDay, soon } from '../../support/incidents-desk.ts';
import { numberOf } from '../../support/sandbox.ts';
import { databases, suiteDatabase } from '../../support/store.ts';

const [[, url] = []] = databases;
const database = suiteDatabase(url);
beforeAll(() => database().open());

test('a look-up during an incident at the number’s operator says so, links it, and tells customers the same', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch();
  const desk = await shift.startBot();
  const look = (who?: Parameters<typeof desk.ask>[1]) =>
    desk.type({ command: '/sms-status', text: numberOf('delivered') }, who);
  expect((await look()).text).toMatch(/^Delivered /);
  await shift.breakDown('Entel');
  const { text } = await look();
  expect(text).toMatch(
    /^Entel has probably been down since 15:00\. What was sent since may not arrive\.\nSay: “Your operator has had trouble/,
  );
  expect(text).toContain(`Do: For news, see <#${channels.support.id}>.`);
  // The incident began after that day.
  const past = await desk.type({ command: '/sms-status', text: `${numberOf('delivered')} yesterday` });
  expect(past.text).not.toMatch(/^Entel has/);
  expect(past.text).toContain('Entel: incident since 15:00');
  expect((await look(people.agente)).text).toMatch(
    /^Entel probablemente está caído desde las 12:00\. Lo enviado desde entonces puede no llegar\.\nDile: «Su operador/,
  );
});

test('people who follow the incident get one direct message when it ends, with a sentence for the customer', async () => {
  const shift = await createShiftDesk(database(), { timings: { trackingEveryMs: 200 } });
  await shift.watch();
  const desk = await shift.startBot();
  await shift.breakDown('Entel');
  for (const who of [people.agent, people.agente]) {
    const answer = await desk.type({ command: '/sms-status', text: numberOf('delivered') }, who);
    const { text } = await desk.press(answer, 'status.follow', who);
    expect(text).toMatch(
      who === people.agent ? /^OK, I’ll DM you when/ : /^Listo, te aviso por mensaje directo/,
    );
  }
  await shift.recoverFrom('15:30:00');
  const told = (channel: string) => shift.posts(channel).map(({ text }) => text);
  await expect.poll(() => told(channels.direct.id).length + told(channels.directo.id).length, soon).toBe(2);
  expect([...told(channels.direct.id), ...told(channels.directo.id)].join('\n\n')).toMatchInlineSnapshot(`
    "Entel: the trouble is over (18 Nov 15:00–15:46)
    Say: “Your operator had trouble delivering messages from 18 Nov 15:00 to 15:46. If one we sent then is missing, please ask for a new one.”
    Do: Look your customer’s number up again.
    Times in UTC

    Entel: terminó el problema (18 nov 12:00–12:46)
    Dile: «Su operador tuvo problemas para entregar mensajes desde el 18 nov 12:00 hasta las 12:46. Si le falta uno de ese período, pida uno nuevo, por favor.»
    Haz: Vuelve a buscar el número de tu cliente.
    Horas en America/Santiago"
  `);

  // The incident is open again: a person who follows it again gets another direct message.
  const relapse = onTheDay('16:12:00');
  await shift.checkAt('16:11:00');
  shift.steady.breaks(relapse, 'Entel', 'Claro');
  await shift.checkAt('16:16:30');
  await shift.checkAt('16:22:00');
  const { id: incident } = await shift.onlyIncident();
  const answer = await desk.type({ command: '/sms-status', text: numberOf('delivered') });
  await desk.press(answer, 'status.follow');
  const follower = { incident, person: people.agent.id, language: 'en', zone: 'UTC' } as const;
  await shift.incidentFollowers.add({ ...follower, operator: 'Claro' });
  await shift.incidentFollowers.add({ ...follower, operator: 'Claro' });
  await shift.recoverFrom('16:40:00');
  await expect.poll(() => told(channels.direct.id).length, soon).toBe(3);
  expect(
    told(channels.direct.id)
      .slice(1)
      .map((text) => /^.*\)/.exec(text)?.[0])
      .toSorted(),
  ).toEqual([
    'Claro: the trouble is over (18 Nov 16:15–16:56)',
    'Entel: the trouble is over (18 Nov 15:00–16:56)',
  ]);
});
