import { beforeAll, describe, expect, test } from 'vitest';
import type { Incident } from '../../../src/domain/detection/incident.ts';
import { readOpenIncidents } from '../../../src/features/check/check.ts';
import type { IncidentPost } from '../../../src/store/incidents/messages.ts';
import { channels, people } from '../../support/desk.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { createShiftDesk } from '../../support/incidents-desk.ts';
import { suiteDatabase } from '../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const at = new Date('2026-11-18T15:06:00Z');
const subject = { of: 'operator', operator: 'Entel' } as const;
const span = { subject, verdict: 'down', from: at } as const;
const entel: Incident = {
  id: 'i1',
  sensitivity: 'high',
  subject,
  verdict: 'down',
  beganAt: at,
  revision: 1,
  evidence: { findings: [], spans: [span], operators: [], platform: { login: true, report: true } },
  events: [{ kind: 'began', number: 1, at, verdict: 'down' }],
};

function openOf(incidents: Incident[], posts: IncidentPost[]) {
  const stores = { incidents: { open: async () => incidents }, incidentPosts: { of: async () => posts } };
  return readOpenIncidents(
    featureDeps({ stores, slack: { access: { allowsChannel: (id) => id !== 'C9' } } }),
  );
}

describe('the open incidents of /sms-check', () => {
  test('are those with a message in a channel where figures may be shown', async () => {
    const post = { incident: 'i1', zone: 'UTC', language: 'en', shownRevision: 1, reportedEvent: 1 } as const;
    const openWith = (posts: object[]) =>
      openOf(
        [entel],
        posts.map((one) => ({ ...post, channel: 'C1', ts: '1.1', ...one })),
      );
    const shown = async (...posts: object[]) =>
      (await openWith(posts)).incidents.map(({ channels: where }) => where);
    expect(await shown({}, { channel: 'C2' }, { channel: 'C9' })).toEqual([['C1', 'C2']]);
    expect(await shown({ ts: undefined })).toEqual([]);
    expect(await shown({ over: 'gone' }, { channel: 'C9' })).toEqual([]);
    expect((await openWith([{}])).incidents[0]).toMatchObject({ sensitivity: 'high', isRecovering: true });
    // The onset is known even without a message.
    expect((await openWith([])).onsets).toEqual([{ subject: entel.subject, at, isBefore: false }]);
  });

  test('list the onset of normal sensitivity first, and mark onsets that were only first seen', async () => {
    const beganAt = new Date('2026-11-18T15:11:00Z');
    const normal: Incident = {
      ...entel,
      id: 'i2',
      sensitivity: 'normal',
      beganAt,
      evidence: { ...entel.evidence, spans: [{ ...span, from: beganAt, isFirstSeen: true }] },
    };
    const { onsets } = await openOf([entel, normal], []);
    expect(onsets.map(({ at: began, isBefore }) => [began, isBefore])).toEqual([
      [normal.beganAt, true],
      [at, false],
    ]);
  });
});

test('/sms-check gives the same start as the incident, and says who has it', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch();
  const desk = await shift.startBot();
  await shift.breakDown('Entel');
  const root = shift.root();
  const [, began = ''] = /since 18 Nov (15:\d\d)/.exec(root.text) ?? [];
  expect((await desk.ask('')).text).toContain(
    `Incident: Entel since ${began} · no one has it yet · in <#${channels.support.id}>`,
  );
  await desk.press(root, 'incident.acknowledge');
  const { id } = await shift.onlyIncident();
  const [message, person] = [root, people.agente.id];
  await shift.slack.click({ person, message, actionId: 'incident.snooze', value: `${id}.30` });
  await desk.requestsFinished();
  // Thread replies come on their own. Wait for them, so that none comes between a question and its answer.
  const waitForReply = (what: string) =>
    expect.poll(() => shift.replies().map(({ text }) => text)).toContainEqual(expect.stringContaining(what));
  await waitForReply('bea snoozed it');
  shift.moveTo('15:14:00');
  const direct = await desk.ask('', people.agent, channels.direct.id);
  expect(direct.text).toContain(`Since about ${began}.`);
  expect(direct.text).toMatch(
    /Incident: Entel since 15:\d\d · ana has it · snoozed by bea until 15:4\d · in <#C1>/,
  );
  expect((await desk.ask('', people.agente)).text).toMatch(
    /Incidente: Entel desde las 12:\d\d · lo tiene ana · pospuesto por bea hasta las 12:4\d · en <#C1>/,
  );
  await desk.press(root, 'incident.resolve');
  await waitForReply('ana resolved it');
  expect((await desk.ask('')).text).toContain('resolved by ana · in <#C1>');
});
