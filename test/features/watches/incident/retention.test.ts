import { describe, expect, test } from 'vitest';
import type { IncidentChange, IncidentEvidence } from '../../../../src/domain/detection/incident.ts';
import { EMPTY_WATCH_STATE } from '../../../../src/domain/detection/lifecycle.ts';
import { forgetIncidents } from '../../../../src/features/watches/incident/job.ts';
import { createObservations } from '../../../../src/store/figures/observations.ts';
import { createIncidents } from '../../../../src/store/incidents/incidents.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { databases, suiteDatabase, uniqueName } from '../../../support/store.ts';

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
const evidence: IncidentEvidence = {
  readAt: on(1),
  findings: [],
  spans: [],
  operators: [],
  platform: { login: true, report: true },
};
const began = (day: number): IncidentChange => ({
  kind: 'began',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: on(day),
  evidence,
});

describe.each(databases)('incidents, %s', (_name, url) => {
  const database = suiteDatabase(url);

  test('are stored for the configured days after their end, and as long as they are open', async () => {
    const account = uniqueName();
    const incidents = createIncidents({ db: database().db, account });
    const observations = createObservations({ db: database().db, account });
    let checks: number | undefined;
    const keep = async (day: number, change: IncidentChange) => {
      const check = { state: EMPTY_WATCH_STATE, checkedAt: on(day), tookMs: 1 };
      expect(await incidents.saveCheck('normal', checks, check, [change])).toBe(true);
      checks = (checks ?? 0) + 1;
    };
    const ids: string[] = [];
    for (const [from, to] of [
      [1, 2],
      [3, 4],
      [5, undefined],
    ] as const) {
      await keep(from, began(from));
      const [open] = await incidents.open();
      if (!open) throw new Error('no incident');
      ids.push(open.id);
      if (to !== undefined) await keep(to, { ...open, kind: 'ended' });
    }
    const left = async () =>
      (await Promise.all(ids.map((id) => incidents.find(id)))).map((one) => one !== undefined);
    const forget = (incidentDays: number, day: number) =>
      forgetIncidents(
        featureDeps({
          stores: { incidents, observations },
          settings: { incidentDays },
          runtime: { now: () => on(day) },
        }),
      );

    await forget(5, 7);
    expect(await left()).toEqual([true, true, true]);
    await forget(4, 7);
    expect(await left()).toEqual([false, true, true]);
    await forget(1, 30);
    expect(await left()).toEqual([false, false, true]);
  });
});
