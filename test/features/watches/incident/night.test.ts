import { beforeAll, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { createShiftDesk } from '../../../support/incidents-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

/** Checks a little more than five minutes apart. */
const CHECKS = [
  '15:06:30',
  '15:12:00',
  '15:17:30',
  '15:23:00',
  '15:28:30',
  '15:34:00',
  '15:39:30',
  '15:45:00',
];

test('few undelivered messages add up to an incident that gives its reason and start', async () => {
  const shift = await createShiftDesk(database(), { perQuarter: 12 });
  await shift.watch();
  const desk = await shift.startBot();
  await shift.checkAt('15:01:00');
  shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
  let checks = 0;
  for (const time of CHECKS) {
    if (shift.roots().length > 0) break;
    await shift.checkAt(time);
    checks += 1;
  }
  // Two bad checks with twelve messages per quarter hour are not enough for an incident.
  expect(checks).toBeGreaterThan(2);
  const [root] = shift.roots();
  if (!root) throw new Error('nothing was found');
  expect(root.text).toMatch(/^Entel: down or late since 18 Nov 1[45]:\d\d UTC\n/);
  expect(root.text).toMatch(/\n\d+ of \d+ (?:delivered|with a receipt), usually about \d+ of \d+\n/);

  const details = await desk.press(root, 'incident.details', people.agent);
  expect(details.text).toMatch(
    /Why this alert\n\d+ of \d+ messages at Entel since 1[45]:\d\d had no receipt after 2 minutes; usually none\.\nBy chance alone, this happens less than once in \d+ years\./,
  );
});
