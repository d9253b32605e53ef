import { expect, test } from 'vitest';
import { surfaces } from '../../docs/structure/surfaces.ts';
import type { Act } from '../../src/domain/audit.ts';
import { sealReportButton } from '../../src/features/report/actions.ts';
import { createStatusButtons } from '../../src/features/status/actions.ts';
import type { StatusQuery } from '../../src/features/status/lookup.ts';
import { sealMessageQuestion } from '../../src/features/status/shortcut/input.ts';
import { sealTracked } from '../../src/features/status/tracking/model.ts';
import { sealShared } from '../../src/posting/shared-answer.ts';
import { sealCommand, TYPED_COMMANDS } from '../../src/slack/listeners/typed-command.ts';
import { people, startDesk } from '../support/desk.ts';
import { createRequester, sealer } from '../support/requests.ts';
import { servePlatform } from '../support/server.ts';
import { suiteDatabase } from '../support/store.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const database = suiteDatabase(undefined);

const spec = { kind: 'last_days', days: 3 } as const;
const number: StatusQuery = {
  kind: 'number',
  request: { msisdn: '56912345678', spec, sender: undefined },
  page: 0,
};
const onItsWay = { msisdn: '56912345678', platformAt: new Date('2026-11-18T11:59:00Z'), text: 'a-digest' };
const INCIDENT = 'an-incident';

/** Stores an incident of Entel, as a check does. */
async function storeIncident(): Promise<void> {
  const { db } = database();
  const { account } = await db.selectFrom('watches').select('account').executeTakeFirstOrThrow();
  const evidence = {
    ...{
      readAt: '2026-11-18T11:50:00.000Z',
      findings: [],
      owner: 'operator',
      verdict: 'down',
      operators: [],
    },
    ...{ platform: { login: true, report: true }, lastFound: {} },
  };
  const began_at = new Date('2026-11-18T11:00:00Z');
  await db
    .insertInto('incidents')
    .values({
      ...{ id: INCIDENT, account, sensitivity: 'normal', whose: 'operator Entel', verdict: 'down', began_at },
      ...{ ended_at: null, revision: 1, events: 1, evidence: JSON.stringify(evidence) },
    })
    .execute();
  await db
    .insertInto('incident_events')
    .values({
      ...{ incident: INCIDENT, number: 1, kind: 'began', at: began_at, verdict: 'down' },
      ...{ person: null, name: null, until: null },
    })
    .execute();
}

test('every surface answers a member, and the audit has the acts of the table', async () => {
  await database().open();
  const platform = await servePlatform();
  const env = { REVEAL_USERGROUPS: 'S1', LIMIT_USAGE: 'no' };
  const desk = await startDesk(platform.url, { env, overrides: { now, database: database() } });
  const requester = await createRequester(desk);
  const from = { person: people.agent.id, channel: 'C1' };
  const written = new Map<string, Set<Act>>();
  /** Uses a surface, and records the acts in its audit entries. */
  const using = async (name: string, sent: Promise<unknown>, outcome = 'answered') => {
    const before = desk.audited.length;
    await sent;
    const entries = desk.audited.slice(before);
    expect(entries, name).not.toEqual([]);
    expect(
      entries.filter((entry) => entry.outcome !== outcome),
      name,
    ).toEqual([]);
    const acts = written.get(name) ?? new Set<Act>();
    written.set(name, acts);
    for (const { act } of entries) acts.add(act);
  };
  const type = (name: string, text: string) =>
    using(name, requester.command(from, name.split(' ')[0] ?? '', text));
  const press = (name: string, value: string, blockId?: string) =>
    using(name, requester.press(from, name, value, blockId));
  const submit = (name: string, values: Record<string, string>, about?: string) =>
    using(name, requester.submit(from, name, values, about));

  const { seal } = createStatusButtons(sealer, 'C1');
  const value = seal(number);
  await type('/sms-status', '912345678');
  await submit('status.form', { number: '912345678' });
  // A change of a form is not audited.
  written.set('status.form.way', new Set());
  for (const name of [
    'newer',
    'older',
    'number',
    'refresh',
    'details',
    'ticket',
    'share',
    'share.external',
    'csv',
  ])
    await press(`status.${name}`, value);
  for (const place of [1, 2, 3, 4, 5]) await press(`status.number.${place}`, value);
  for (const entry of ['refresh', 'share', 'csv']) await press('status.more', entry, value);
  await press('status.ask.form', sealer.seal('status.fields', '{}'));
  await press('status.settle', sealTracked(sealer, onItsWay));
  const { id } = await database().db.selectFrom('settlings').select('id').executeTakeFirstOrThrow();
  await press('status.settle.stop', id);
  await press('status.follow', 'unknown Entel');
  await press('status.follow.stop', 'unknown');
  await press('status.reveal', value);
  await submit('status.reveal.form', { reason: 'a good reason' }, value);
  const newest = () =>
    desk.slack.messages({ channel: 'C1' }).findLast(({ visibleTo }) => visibleTo === undefined);
  /** Refreshes the last shared message, answers for another organisation, and writes in its thread. */
  const refresh = async (kind: string, asked: string) => {
    const messageTs = newest()?.threadTs ?? newest()?.ts ?? '';
    const state = { request: asked, language: 'en', timeZone: 'UTC' } as const;
    const pressing = { ...from, messageTs };
    const [shared, answered] = [`${kind}.share.refresh`, `${kind}.mention.external`];
    await using(shared, requester.press(pressing, shared, sealShared(sealer, { ...state, sharedBy: 'ana' })));
    const value = sealShared(sealer, { ...state, threadTs: messageTs });
    await using(answered, requester.press(from, answered, value));
    for (const text of ['hello', '912345678', 'report yesterday', 'check']) {
      await using('mention', requester.say({ ...from, messageTs }, text));
      await using('direct message', requester.say({ person: from.person, channel: 'D1' }, text));
    }
  };
  await refresh('status', value);
  const message = { ...from, messageTs: newest()?.ts ?? '' };
  for (const text of ['912345678', 'hello'])
    await using('status.message', requester.shortcut(message, 'status.message', text));
  const named = [{ by: 'number', msisdn: '56912345678', isForeign: false }] as const;
  const asked = sealMessageQuestion(sealer, { named, total: 1, possible: [], at: now() });
  await using('status.message.again', requester.pressInModal(message, 'status.message.again', asked));
  await using('status.reply', requester.pressInModal(message, 'status.reply', value));
  await using('status.form.shortcut', requester.globalShortcut(from, 'status.form'));
  await using('look_up_sms_delivery', desk.runStep('look_up_sms_delivery', { number: '912345678', ...from }));
  for (const [command, text] of [
    ['/sms-status', '912345678'],
    ['/sms-report', 'yesterday'],
    ['/sms-check', ''],
    ['/sms-report', 'subscribe 09:00'],
    ['/sms-check', 'watch'],
  ] as const) {
    for (const name of TYPED_COMMANDS) await press(name, sealCommand(sealer, command, text));
  }

  const yesterday = { kind: 'day', day: '2026-11-17' } as const;
  const request = { spec: yesterday, sender: undefined, msisdn: undefined, compareWith: 'before' } as const;
  const report = sealReportButton(sealer, { request, channelId: 'C1' });
  await type('/sms-report', 'yesterday');
  await submit('report.form', { period: 'yesterday' });
  for (const name of ['refresh', 'details', 'share', 'share.external', 'csv'])
    await press(`report.${name}`, report);
  for (const entry of ['share', 'csv']) await press('report.more', entry, report);
  await refresh('report', report);
  await press('long.cancel', 'report gone');

  const plain = { c: 'C1', t: '10:00', z: 'UTC', l: 'en' };
  const subscription = sealer.seal('subscription.request', JSON.stringify(plain));
  await type('/sms-report subscribe', 'subscribe 09:00');
  await type('/sms-report subscriptions', 'subscriptions');
  const fields = { channel: 'C1', time: '09:00', zone: 'UTC', language: 'en', sensitivity: 'normal' };
  await submit('subscription.form', fields);
  await submit('subscription.form', fields, '1.0');
  for (const name of ['again', 'external']) await press(`subscription.${name}`, subscription);
  for (const name of ['pause', 'resume', 'send', 'change']) await press(`subscription.${name}`, '1.0');
  await press('subscription.more', 'pause.1.0');
  for (const name of ['keep', 'previous', 'next']) await press(`subscription.${name}`, '0');
  await press('subscription.add', 'new');
  await press('subscription.remove', '1.0');
  await type('/sms-report unsubscribe', 'unsubscribe <#C1|support>');

  await type('/sms-check', '');
  for (const name of ['refresh', 'details', 'evidence', 'share', 'share.external'])
    await press(`check.${name}`, '*');
  await refresh('check', '*');
  await press('check.newest', '=Entel');
  await press('check.rehearse', '1');
  for (const entry of ['share.*', 'show.*', 'choose.*']) await press('check.more', entry);
  await type('/sms-check watch', 'watch');
  await type('/sms-check watches', 'watches');
  await storeIncident();
  await submit('watch.form', fields);
  await submit('watch.form', fields, '1.0');
  await press('watch.add', 'new');
  for (const name of ['again', 'external']) await press(`watch.${name}`, 'C1.');
  await press('watch.mention', '1.nobody');
  await press('watch.end', '1.channel');
  for (const name of ['pause', 'resume', 'change']) await press(`watch.${name}`, '1.0');
  await press('watch.more', 'pause.1.0');
  for (const name of ['keep', 'previous', 'next']) await press(`watch.${name}`, '0');
  await press('watch.elsewhere', 'new');
  await press('watch.remove', '1.0');
  await type('/sms-check watch', 'watch');
  await type('/sms-check unwatch', 'unwatch');

  for (const name of ['details', 'pack', 'pack.whole', 'acknowledge'])
    await press(`incident.${name}`, INCIDENT);
  await submit('incident.pack.form', { reason: 'a good reason' }, INCIDENT);
  await press('incident.snooze', `${INCIDENT}.30`);
  await submit('incident.snooze.form', { until: '30 min' }, INCIDENT);
  await press('incident.resolve', INCIDENT);

  await desk.openHome();
  written.set('home', new Set());
  await using('home.number', desk.actHome('home.number', '912345678'));
  await using('home.look_up', desk.actHome('home.look_up'));
  for (const place of [1, 2, 3, 4, 5]) await press(`home.recent.${place}`, value);
  for (const name of ['check', 'report', 'chart', 'refresh', 'forget', 'preferences'])
    await press(`home.${name}`, 'home');
  await submit('home.preferences.form', { language: 'slack', zone: 'slack' });

  // `asked` alone does not show that a surface did anything.
  const done = (acts: Iterable<Act>) => [...acts].filter((act) => act !== 'asked').toSorted();
  const table = Object.fromEntries(surfaces.map(({ name, acts }) => [name, done(acts)]));
  expect(Object.fromEntries([...written].map(([name, acts]) => [name, done(acts)]))).toEqual(table);
});
