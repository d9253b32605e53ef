import { beforeAll, expect, test } from 'vitest';
import { channels, people } from '../../support/desk.ts';
import { createShiftDesk } from '../../support/incidents-desk.ts';
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
  expect(text).toContain(`Do: Follow the incident in <#${channels.support.id}>.`);
  expect((await look(people.agente)).text).toMatch(
    /^Entel probablemente está caído desde las 12:00\. Lo enviado desde entonces puede no llegar\.\nDile: «Su operador/,
  );
});
