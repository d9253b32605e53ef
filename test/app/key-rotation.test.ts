import { expect, test } from 'vitest';
import { people } from '../support/desk.ts';
import { numberOf } from '../support/sandbox.ts';
import { suiteDatabase } from '../support/store.ts';
import { createTrackingDesk } from '../support/tracking-desk.ts';

const OLD = Buffer.alloc(32, 'old').toString('base64');
const NEW = Buffer.alloc(32, 'new').toString('base64');

const database = suiteDatabase(undefined);

test('sealed buttons and tracking survive a change of the key, until the old key is removed', async () => {
  const room = await createTrackingDesk(database(), '2026-11-18T20:33:00Z');
  const before = await room.startBot({ SECRET_KEY: OLD });
  await room.waitFor(before, 'waiting');
  await room.until('agent', /^Following/);
  const answer = await before.ask(`${numberOf('waiting')} today`);
  await before.stop();

  const rotated = await room.startBot({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  expect((await rotated.press(answer, 'status.details')).text).toContain('+56 9 •••• •002');
  room.moveTo('2026-11-18T20:41:00Z');
  await room.until('agent', /^Delivered/, /^Delivered/);
  await room.whenOver();
  const since = await rotated.ask(`${numberOf('waiting')} today`, people.agent);
  await rotated.stop();

  const later = await room.startBot({ SECRET_KEY: NEW });
  expect((await later.press(since, 'status.details')).text).toContain('+56 9 •••• •002');
  expect((await later.press(answer, 'status.details')).text).toContain('This button no longer works');
});
