import { expect, test } from 'vitest';
import type { Sensitivity } from '../../../../src/domain/detection/findings.ts';
import { addDaysTo, daysBetween } from '../../../../src/domain/time/calendar.ts';
import { rehearse } from '../../../../src/features/check/rehearsal/rehearse.ts';
import type { Traffic } from '../../../../src/traffic/types.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { type MessageGroup, trafficOf } from '../../../support/report-figures.ts';

const now = new Date('2026-11-18T18:00:00Z');
const TODAY = '2026-11-18';
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** One hour of messages. The late ones take a quarter of an hour to the handset. */
function hourOf(from: string, messages: number, lateShare: number): MessageGroup[] {
  const late = Math.round(messages * lateShare);
  return [
    { from, count: messages - late, operator: 'Entel' },
    { from, count: late, operator: 'Entel', legs: [2, 900] },
  ];
}

/** The same traffic each day, most of it in the afternoon. Today two hours are worse, one more than the other. */
const traffic: Pick<Traffic, 'figuresFor'> = {
  async figuresFor({ period: { firstDay, lastDay } }) {
    const days = Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, at) =>
      addDaysTo(firstDay, at),
    );
    const batches = days.flatMap((day) =>
      HOURS.flatMap((hour) => {
        const share = day !== TODAY ? 0 : hour === 13 ? 0.22 : hour === 16 ? 0.14 : 0;
        const messages = hour >= 12 && hour < 18 ? 8_000 : 800;
        return hourOf(`${day}T${`${hour}`.padStart(2, '0')}:00:00Z`, messages, share);
      }),
    );
    return trafficOf(batches, now, {
      days: days.map((day) => ({ day, readAt: now, received: 1, unreadable: 0 })),
    });
  },
};

test.each<[Sensitivity, number]>([
  ['low', 0],
  ['normal', 1],
  ['high', 2],
])('at %s sensitivity a rehearsal gives as many alerts as a watch would: %i', async (sensitivity, count) => {
  const rehearsal = await rehearse(featureDeps({ traffic }), {
    days: 1,
    sensitivity,
    now,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(rehearsal).toMatchObject({ days: 1, sensitivity, hasTraffic: true });
  expect(rehearsal).toMatchObject({ alerts: { low: 0, normal: 1, high: 2 }, operators: 1 });
  const began = rehearsal.incidents.map(({ beganAt }) => beganAt.toISOString().slice(0, 13));
  expect(began).toEqual([`${TODAY}T13`, `${TODAY}T16`].slice(0, count));
});
