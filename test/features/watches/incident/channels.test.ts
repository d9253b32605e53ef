import { beforeAll, describe, expect, test } from 'vitest';
import type { IncidentEvidence, Watching } from '../../../../src/domain/detection/incident.ts';
import { channels, type Desk, people } from '../../../support/desk.ts';
import { createShiftDesk, soon } from '../../../support/incidents-desk.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

const errors = ({ logLines }: Desk) => logLines.filter(({ level }) => level === 'error');

const nothingFound: IncidentEvidence = {
  findings: [],
  spans: [],
  operators: [],
  platform: { login: true, report: true },
};

function badCheckAt(at: Date): Omit<Watching, 'version'> {
  const subject = { subject: { of: 'all' }, last: 'degraded', bad: 2, well: 0, unseen: 0 } as const;
  const open = { ...subject, sinceMs: at.getTime(), open: 'degraded' } as const;
  return { state: { lastReadMs: at.getTime(), subjects: [open] }, checkedAt: at, tookMs: 1 };
}

describe.each(databases)('an incident in its channels, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('is posted to every watching channel in its language, and to one that resumes later', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.watch({ channel: channels.random.id, language: 'es', zone: 'America/Santiago' });
    const paused = await shift.watch({ channel: channels.withoutBot.id });
    await shift.watches.pause(paused.id, 'asked', { by: 'U1', at: new Date() });
    await shift.startBot({ ALLOWED_CHANNELS: '*' });
    await shift.breakDown('Entel');
    expect(shift.roots()[0]?.text).toContain('Entel: down or late since 18 Nov 15:00');
    expect(shift.roots(channels.random.id)[0]?.text).toContain(
      'Entel: SMS caídos o atrasados desde el 18 nov 12:00',
    );
    expect(shift.posts(channels.withoutBot.id)).toEqual([]);
    shift.slack.changeChannel(channels.withoutBot.id, { hasBot: true });
    await shift.watches.resume(paused.id);
    await shift.checkAt('15:17:30');
    expect(shift.roots(channels.withoutBot.id)).toHaveLength(1);
  });

  test('continues unchanged when its channel changes the sensitivity', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const desk = await shift.startBot();
    await shift.breakDown('Entel');
    await desk.ask('watch high');
    await shift.slack.until(() => shift.roots()[0]?.text.includes('sensitivity high'));
    await shift.brought();
    shift.moveTo('15:17:30');
    await expect
      .poll(async () => (await shift.incidents.watching('high'))?.version ?? 0, soon)
      .toBeGreaterThan(1);
    await shift.brought();
    expect(shift.roots().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Entel: down or late since/),
    ]);
    expect(shift.replies()).toEqual([]);
  });

  test('ends as no longer watched when its channel changes to a sensitivity that others use', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.watch({ channel: channels.random.id, sensitivity: 'low' });
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
    shift.moveTo('15:01:00');
    await expect.poll(async () => (await shift.incidents.watching('low'))?.version, soon).toBe(1);
    await shift.incidents.saveCheck('normal', 1, badCheckAt(shift.now()), [
      {
        kind: 'began',
        subject: { of: 'all' },
        verdict: 'degraded',
        beganAt: shift.now(),
        evidence: nothingFound,
      },
    ]);
    shift.moveTo('15:02:00');
    await shift.slack.until(() => shift.roots()[0]);
    await desk.ask('watch low');
    await shift.slack.until(() => shift.roots()[0]?.text.includes('no longer watched'));
    expect(shift.roots()[0]?.text).toContain('No channel has watched with this sensitivity since');
    expect(shift.roots(channels.random.id)).toEqual([]);
  });

  test('is updated in a channel that was closed once the watch resumes', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.watch({ channel: channels.random.id });
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
    await shift.breakDown('Entel');
    shift.slack.changeChannel(channels.support.id, { hasBot: false });
    await shift.recoverFrom('15:20:00');
    expect(shift.roots(channels.random.id)[0]?.text).toMatch(/^Entel: recovered/);
    expect(shift.roots()[0]?.text).toMatch(/^Entel: down or late/);
    shift.slack.changeChannel(channels.support.id, { hasBot: true });
    const [notice] = shift.slack.messages({ channel: channels.direct.id });
    if (!notice) throw new Error('nobody was told');
    await desk.press(notice, 'watch.resume');
    await shift.slack.until(() => /^Entel: recovered/.test(shift.roots()[0]?.text ?? ''));
    expect(shift.roots()).toHaveLength(1);
  });

  test('ends when no channel watches any more', async () => {
    const shift = await createShiftDesk(database());
    const { id } = await shift.watch();
    await shift.startBot();
    await shift.breakDown('Entel');
    await shift.watches.remove(id);
    const { readings } = shift.steady.state;
    await shift.checkAt('15:17:30');
    await shift.slack.until(() => shift.roots()[0]?.text.includes('no longer watched'));
    expect(shift.steady.state.readings).toBe(readings);
    expect(await shift.incidents.open()).toEqual([]);
  });

  test('pauses the watch of a closed channel and notifies its owner once', async () => {
    const shift = await createShiftDesk(database());
    const { number } = await shift.watch({ language: 'es' });
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.slack.changeChannel(channels.support.id, { isArchived: true });
    shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    const notice = await shift.slack.until(() => shift.slack.messages({ channel: channels.direct.id })[0]);
    expect(notice.text).toContain('SMS Desk pausó esta vigilancia: el canal está archivado.');
    expect(await shift.watches.findByNumber(number)).toMatchObject({
      state: 'paused',
      pausedBecause: 'is_archived',
    });
    shift.slack.changeChannel(channels.support.id, { isArchived: false });
    await desk.press(notice, 'watch.resume', people.agent);
    expect(await shift.watches.findByNumber(number)).toMatchObject({ state: 'active' });
    const said = shift.slack.apiCalls.filter(
      ({ method, args }) => method === 'chat.postMessage' && args.channel === 'U1',
    );
    expect(said).toHaveLength(1);
    expect(errors(desk)).toEqual([]);
  });
});
