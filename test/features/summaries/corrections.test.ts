import { describe, expect, test } from 'vitest';
import type { IncidentChange } from '../../../src/domain/detection/incident.ts';
import { EMPTY_WATCH_STATE } from '../../../src/domain/detection/lifecycle.ts';
import { channels } from '../../support/desk.ts';
import { databases, suiteDatabase } from '../../support/store.ts';
import { createSummariesDesk, type SummariesDesk, soon } from '../../support/summaries-desk.ts';

const NINE = '2026-11-18T09:00:00Z';
const support = channels.support.id;
const day = '2026-11-17';

const corrected = (morning: SummariesDesk, times: number) =>
  morning.until(() => {
    const post = morning.roots().find(({ metadata }) => metadata?.event_payload.key === `summary:${day}:all`);
    const details = post && morning.replies().find(({ threadTs }) => threadTs === post.ts);
    return details && details.replaced >= times && post.replaced >= times && post;
  });
const summaryOf = (morning: SummariesDesk) => morning.summaries.findFor(support, undefined, day);
const putOff = (morning: SummariesDesk, until: string) =>
  expect
    .poll(async () => (await summaryOf(morning))?.stepAt.getTime(), soon)
    .toBeGreaterThanOrEqual(Date.parse(until));

async function afterNine(
  database: Parameters<typeof createSummariesDesk>[0],
  env: Record<string, string> = {},
) {
  const morning = await createSummariesDesk(database);
  // Receipts come later than the first post.
  morning.sandbox.setFaults({ lateReceiptsSeconds: 30 * 3_600 });
  const desk = await morning.startBot(env);
  const { id } = await morning.subscribe();
  morning.moveTo(NINE);
  const first = await morning.posted();
  await morning.subscriptions.pause(id, 'asked', { by: 'U1', at: new Date() });
  return { morning, desk, first };
}

describe.each(databases)('a posted summary, %s', (_name, url) => {
  const database = suiteDatabase(url);

  test('is corrected in place after one, two and three days, until its figures are final', async () => {
    const { morning, desk, first } = await afterNine(database());
    const firstRate = (await summaryOf(morning))?.firstRate;
    expect(first.text).toContain('so far');
    for (const [times, at] of [
      [1, '2026-11-19T09:00:00Z'],
      [2, '2026-11-20T09:00:00Z'],
    ] as const) {
      morning.moveTo(at);
      const post = await corrected(morning, times);
      expect(post.ts).toBe(first.ts);
      expect(post.text).toContain('at first, now');
      expect(post.text).not.toContain(', final');
      await expect
        .poll(async () => (await summaryOf(morning))?.stepAt.getTime(), soon)
        .toBe(Date.parse(at) + 86_400_000);
    }
    morning.moveTo('2026-11-21T09:00:00Z');
    const last = await corrected(morning, 3);
    expect(last.text).toContain(', final');
    expect(last.text.split('\n')[2]).toMatch(/^Delivered: was [\d.]+% at first, now [\d.]+%, final\.$/);
    await expect.poll(async () => (await summaryOf(morning))?.state, soon).toBe('ended');
    expect((await summaryOf(morning))?.firstRate).toBe(firstRate);
    expect(morning.roots()).toHaveLength(1);
    expect(morning.replies()).toHaveLength(1);
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('lists the incidents that its channel had on that day, as they are at each correction', async () => {
    const morning = await createSummariesDesk(database());
    const { incidents, incidentPosts } = morning;
    const save = (version: number | undefined, time: string, change: IncidentChange) =>
      incidents.saveCheck(
        'normal',
        version,
        { state: EMPTY_WATCH_STATE, checkedAt: new Date(time), tookMs: 1 },
        [change],
      );
    const evidence = { findings: [], spans: [], operators: [], platform: { login: true, report: true } };
    const beganAt = new Date('2026-11-17T20:00:00Z');
    const subject = { of: 'operator', operator: 'Entel' } as const;
    await save(undefined, '2026-11-17T20:05:00Z', {
      kind: 'began',
      subject,
      verdict: 'down',
      beganAt,
      evidence,
    });
    const [{ id = '' } = {}] = await incidents.open();
    await incidentPosts.plan(id, 1, [{ channel: support, zone: 'UTC', language: 'en' }]);
    await incidentPosts.progress({ incident: id, channel: support }, { over: 'gone' });
    await morning.subscribe();
    await morning.startBot();
    morning.moveTo(NINE);
    const first = await morning.posted();
    expect(first.text).toMatch(
      /^Entel: down · since 17 Nov 20:00 UTC, still open \(as of 18 Nov 09:0\d UTC\)$/m,
    );
    expect(first.text).toContain('/sms-check Entel');
    const over = { ...evidence, wellSince: new Date('2026-11-18T09:30:00Z') };
    await save(1, '2026-11-18T09:40:00Z', { kind: 'ended', id, subject, verdict: 'down', evidence: over });
    morning.moveTo('2026-11-19T09:00:00Z');
    const post = await corrected(morning, 1);
    expect(post.text).toMatch(/^Entel: down · 17 Nov 20:00 – 18 Nov 09:30 UTC, over$/m);
    expect(post.text).not.toContain('/sms-check');
  });

  test('is corrected only once after many days without a correction', async () => {
    const { morning } = await afterNine(database());
    morning.moveTo('2026-11-29T12:00:00Z');
    const post = await corrected(morning, 1);
    expect(post.text).toContain(', final');
    await expect.poll(async () => (await summaryOf(morning))?.state, soon).toBe('ended');
    expect(post.replaced).toBe(1);
  });

  test('is not corrected again when it is final before the third day', async () => {
    const { morning } = await afterNine(database(), { SETTLE_HOURS: '24' });
    morning.moveTo('2026-11-19T09:00:00Z');
    expect((await corrected(morning, 1)).text).toContain(', final');
    await expect.poll(async () => (await summaryOf(morning))?.state, soon).toBe('ended');
  });

  test('is corrected once more when receipts may come after three days', async () => {
    const { morning } = await afterNine(database(), { SETTLE_HOURS: '120' });
    morning.moveTo('2026-11-21T09:00:00Z');
    expect((await corrected(morning, 1)).text).not.toContain(', final');
    await expect
      .poll(async () => (await summaryOf(morning))?.stepAt, soon)
      .toEqual(new Date('2026-11-23T00:00:00Z'));
    morning.moveTo('2026-11-23T00:00:00Z');
    expect((await corrected(morning, 2)).text).toContain(', final');
  });

  test('is not posted again after people deleted it', async () => {
    const { morning, desk, first } = await afterNine(database());
    morning.slack.deleteMessage(first.ts);
    morning.moveTo('2026-11-19T09:00:00Z');
    await expect.poll(async () => (await summaryOf(morning))?.state, soon).toBe('ended');
    expect(morning.roots()).toEqual([]);
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('is corrected later when its channel is archived at the time of the correction', async () => {
    const { morning, desk } = await afterNine(database());
    morning.slack.changeChannel(support, { isArchived: true });
    const tries = () => morning.slack.apiCalls.filter(({ method }) => method === 'chat.update').length;
    morning.moveTo('2026-11-19T09:00:00Z');
    await putOff(morning, '2026-11-19T15:00:00Z');
    expect(tries()).toBe(1);
    morning.slack.changeChannel(support, { isArchived: false });
    morning.moveTo('2026-11-19T15:10:00Z');
    expect((await corrected(morning, 1)).text).toContain('at first, now');
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('stays unchanged after two weeks without a correction, and the log says so', async () => {
    const { morning, desk } = await afterNine(database());
    morning.moveTo('2026-12-03T09:00:00Z');
    await expect.poll(async () => (await summaryOf(morning))?.state, soon).toBe('ended');
    expect(morning.roots()).toMatchObject([{ replaced: 0 }]);
    // Only of this summary: the queue also warns about a slow machine.
    const warnings = desk.logLines.filter(({ level, summary }) => level === 'warn' && summary !== undefined);
    expect(warnings).toMatchObject([{ channel: support }]);
  });

  test('is corrected later when the platform cannot be read or Slack asks for a pause', async () => {
    const { morning, first } = await afterNine(database());
    morning.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    morning.moveTo('2026-11-19T09:00:00Z');
    await putOff(morning, '2026-11-19T09:10:00Z');
    morning.sandbox.setFaults({});
    morning.slack.failNext('chat.update', { retryAfterSeconds: 120 });
    morning.moveTo('2026-11-19T09:20:00Z');
    await putOff(morning, '2026-11-19T09:22:00Z');
    expect(morning.slack.apiCalls.filter(({ method }) => method === 'chat.update')).toHaveLength(1);
    await morning.endPause();
    morning.moveTo('2026-11-19T09:30:00Z');
    const post = await corrected(morning, 1);
    expect(post.ts).toBe(first.ts);
    expect(post.text).toContain('at first, now');
  });
});
