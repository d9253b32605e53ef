import { beforeAll, describe, expect, test } from 'vitest';
import { registerActions } from '../../../../src/features/watches/incident/actions.ts';
import {
  type IncidentContext,
  type IncidentTranslations,
  incidentTranslations,
} from '../../../../src/features/watches/locales/index.ts';
import { type FormHandlers, gatherActs } from '../../../../src/slack/listeners/context.ts';
import type { FeatureRouter } from '../../../../src/slack/listeners/router.ts';
import { type Desk, people } from '../../../support/desk.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { createShiftDesk, type ShiftDesk } from '../../../support/incidents-desk.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

const { agent, agente } = people;
type Agent = typeof agent | typeof agente;
/** All readers see the same message, in the language of the channel. */
const shown = (shift: ShiftDesk) => shift.roots()[0]?.text ?? '';

describe.each(databases)('an incident handled by people, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  async function createIncident(): Promise<{ shift: ShiftDesk; desk: Desk }> {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const desk = await shift.startBot();
    await shift.breakDown('Entel');
    return { shift, desk };
  }
  async function press(shift: ShiftDesk, desk: Desk, actionId: string, who: Agent = agent) {
    const said = await desk.press(shift.root(), actionId, who);
    await shift.brought();
    return said;
  }
  async function snooze(shift: ShiftDesk, desk: Desk, snoozing: string, who: Agent = agent) {
    const value = `${(await shift.onlyIncident()).id}.${snoozing}`;
    await shift.slack.click({ person: who.id, message: shift.root(), actionId: 'incident.snooze', value });
    await desk.requestsFinished();
    await shift.brought();
  }

  test('is acknowledged once; the second person reads who was first, and no one is mentioned', async () => {
    const { shift, desk } = await createIncident();
    const root = shift.root();
    await Promise.all(
      [agent, agente].map(({ id }) =>
        shift.slack.click({ person: id, message: root, actionId: 'incident.acknowledge' }),
      ),
    );
    await desk.requestsFinished();
    await shift.brought();
    const privateAnswers = [agent, agente].map(({ id }) => {
      const own = shift.slack.messages({ person: id }).filter(({ visibleTo }) => visibleTo === id);
      return own.at(-1)?.text ?? '';
    });
    const { events } = await shift.onlyIncident();
    const by = events.flatMap((event) => (event.kind === 'acknowledged' ? [event.by.name] : []));
    expect(by).toHaveLength(1);
    // The first person sees it in the message and gets no separate answer.
    expect(privateAnswers.filter((text) => text === '')).toHaveLength(1);
    expect(
      privateAnswers.filter(
        (text) => text.includes(`${by[0]} has had it`) || text.includes(`${by[0]} ya lo tiene`),
      ),
    ).toHaveLength(1);
    expect(shown(shift)).toContain(`${by[0]} has it`);
    expect(shift.replies().map(({ text }) => text)).toEqual([`${by[0]} has it.`]);
    expect(JSON.stringify(shift.posts())).not.toMatch(/"type":"user"|<@U|<!/);
    expect(JSON.stringify(shift.roots()[0]?.blocks)).not.toContain('incident.acknowledge');
  });

  test('while snoozed, updates its message without a second thread reply, and wakes by itself', async () => {
    const { shift, desk } = await createIncident();
    await snooze(shift, desk, '120', agente);
    await snooze(shift, desk, '30', agente);
    // The message shows the new end; the thread reports the snooze once.
    expect(shown(shift)).toContain('snoozed until 15:42');
    expect(shift.replies()).toHaveLength(1);
    await shift.checkAt('15:17:30');
    expect(shown(shift)).toContain('as of 15:17');
    expect(shift.replies()).toHaveLength(1);
    expect((await desk.ask('')).text).toContain('bea');
    await shift.checkAt('15:42:30');
    await shift.slack.until(() => shift.replies().length === 2);
    expect(shift.replies()[1]?.text).toBe('The snooze is over, and the incident goes on.');
    await shift.brought();
    expect(shown(shift)).not.toContain('snoozed');
  });

  test('is snoozed until a time that a person types', async () => {
    const { shift, desk } = await createIncident();
    await snooze(shift, desk, 'other');
    const form = () => shift.slack.modal(agent.id);
    await shift.slack.submit({ person: agent.id, values: { until: 'a while' } });
    expect(form()?.errors?.until).toMatch(/^I don’t understand that time\./);
    const said = shift.slack.messages().length;
    await shift.slack.submit({ person: agent.id, values: { until: 'until tomorrow 9:00' } });
    await desk.requestsFinished();
    await shift.brought();
    expect(form()).toBeUndefined();
    expect(shown(shift)).toMatch(/^Entel: snoozed until 19 Nov 09:00 UTC \(/);
    // The message and its thread show it; there is no third message.
    expect(shift.slack.messages()).toHaveLength(said + 1);
    // In the zone of the person who types it. Each reader sees it in their own zone.
    await snooze(shift, desk, 'other', agente);
    await shift.slack.submit({ person: agente.id, values: { until: 'hasta las 20:00' } });
    await desk.requestsFinished();
    await shift.brought();
    expect(shown(shift)).toMatch(/^Entel: snoozed until 23:00 \(/);
    const until = new Date('2026-11-18T20:00:00-03:00');
    const date = { type: 'date', timestamp: until.getTime() / 1000, format: '{time}', fallback: '23:00' };
    expect(JSON.stringify(shift.roots()[0]?.blocks)).toContain(JSON.stringify(date).slice(1, -1));
  });

  test('is snoozed until recovery, and can be woken before', async () => {
    const { shift, desk } = await createIncident();
    await snooze(shift, desk, 'end');
    expect(shown(shift)).toContain('snoozed until it recovers');
    await snooze(shift, desk, 'wake', agente);
    expect(shown(shift)).not.toContain('snoozed');
    await snooze(shift, desk, 'end');
    await shift.recoverFrom('15:20:00');
    expect(shown(shift)).toMatch(/^Entel: recovered/);
    expect(shift.replies().at(-1)?.text).toMatch(/^Recovered 15:\d\d, after/);
  });

  test('is not reported again after it was resolved until it has recovered once', async () => {
    const { shift, desk } = await createIncident();
    await press(shift, desk, 'incident.resolve');
    expect(shown(shift)).toMatch(/^Entel: resolved by ana/);
    await shift.checkAt('15:17:30');
    await shift.checkAt('15:23:00');
    expect(shift.roots()).toHaveLength(1);
    await shift.recoverFrom('15:25:00');
    expect(shown(shift)).toMatch(/^Entel: recovered/);
    expect(shift.replies().map(({ text }) => text)).toEqual([
      'ana resolved it. No new alert until it recovers.',
    ]);
    shift.steady.breaks(new Date('2026-11-18T17:00:00Z'), 'Entel');
    await shift.checkAt('17:05:00');
    await shift.checkAt('17:10:30');
    expect(shift.roots()).toHaveLength(2);
  });

  test('shows details in the asker’s language, and accepts no action once it is over', async () => {
    const { shift, desk } = await createIncident();
    await press(shift, desk, 'incident.acknowledge');
    const details = await press(shift, desk, 'incident.details', agente);
    expect(details.visibleTo).toBe(agente.id);
    expect(details.text).toContain('Historial');
    expect(details.text).toContain('hoy 12:12 · lo tiene ana');
    await shift.recoverFrom('15:20:00');
    const after = await press(shift, desk, 'incident.details');
    expect(after.text).toMatch(/At its worst, today 15:\d\d\n\d+% of the (?:newest )?messages at Entel/);
    expect(after.text).not.toContain('three in a row');
    expect(JSON.stringify(shift.roots()[0]?.blocks)).not.toContain('incident.resolve');
    // Slack may still show the button to a person.
    const { id } = await shift.onlyIncident();
    const late = await shift.incidents.act(
      id,
      { kind: 'resolved', by: { id: 'U1', name: 'ana' } },
      shift.now(),
    );
    expect(late?.outcome).toBe('over');
  });

  test('says so when it is no longer stored', async () => {
    const { shift, desk } = await createIncident();
    await database().db.deleteFrom('incidents').execute();
    expect((await desk.press(shift.root(), 'incident.acknowledge')).text).toContain('has been deleted');
  });
});

test('a snooze ends by the database’s clock, also if this process’s clock is ahead', async () => {
  const ends: unknown[] = [];
  const deps = featureDeps({
    jobs: { now: () => new Date('2026-11-18T15:00:00Z') },
    stores: {
      incidents: {
        act: async (_, act) => {
          ends.push('until' in act && act.until);
          return undefined;
        },
      },
    },
  });
  const ahead = new Date('2026-11-18T15:10:00Z');
  const user = { id: 'U1', name: 'ana', timeZone: 'UTC' };
  const context = {
    now: ahead,
    user,
    acts: gatherActs(),
    t: incidentTranslations('en'),
  } as unknown as IncidentContext;
  const buttons = new Map<string, (value: string, context: IncidentContext) => Promise<unknown>>();
  let read: FormHandlers<unknown, IncidentTranslations>['read'] | undefined;
  const offline = {
    button: (id: string, answer: never) => void buttons.set(id, answer),
    form: (_: string, handlers: { readonly read: typeof read }) => {
      read = handlers.read;
    },
  };
  const router = { ...offline, offline } as unknown as FeatureRouter<IncidentTranslations>;
  registerActions(router, deps);
  await buttons.get('incident.snooze')?.('id.30', context);
  expect(ends).toEqual([new Date('2026-11-18T15:30:00Z')]);
  const form = { t: incidentTranslations('en'), timeZone: 'UTC', now: ahead, about: 'id' } as never;
  expect(read?.({ until: '30 min' }, form)).toEqual({
    request: { id: 'id', until: new Date('2026-11-18T15:30:00Z') },
  });
});
