import { describe, expect, test } from 'vitest';
import type { Overrides } from '../../../src/app/overrides.ts';
import type { TrafficFigures, TrafficQuery } from '../../../src/traffic/types.ts';
import { UpstreamError } from '../../../src/upstream/index.ts';
import { channels, people, startDesk } from '../../support/desk.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';
import { actionIdsIn } from '../../support/views.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const NOWHERE = 'http://127.0.0.1:9';

const messages: MessageGroup[] = [
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 970, operator: 'Entel' },
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 30, operator: 'Entel', word: 'undeliverable' },
];
const figures = trafficOf(messages, now());

function ofFigures(figures: TrafficFigures) {
  return { figuresFor: async () => figures, asOf: async () => ({ ...figures, basis: 'observed' }) as const };
}

async function createReportDesk(
  { asked = [], ...report }: Overrides['report'] & { asked?: TrafficQuery[] } = {},
  env: Record<string, string> = {},
) {
  const traffic = {
    figuresFor: async (query: TrafficQuery) => {
      asked.push(query);
      return figures;
    },
    asOf: async (query: TrafficQuery) => {
      // Without a number, `figuresFor` has already recorded the request.
      if (query.msisdn !== undefined) asked.push(query);
      return { ...figures, basis: 'observed' } as const;
    },
  };
  const overrides = { now, report: { traffic, ...report } };
  return startDesk(NOWHERE, { env, command: '/sms-report', overrides });
}

describe('/sms-report', () => {
  test('answers only the asker, in their language, zone and number format', async () => {
    const desk = await createReportDesk();
    const english = await desk.ask('yesterday');
    expect(english).toMatchObject({ visibleTo: people.agent.id, channel: channels.support.id });
    expect(english.text).toMatch(/^Yesterday \(17 Nov\): 97\.0% delivered so far/);
    expect(english.text).toContain('Messages: 1,000');
    expect(english.text).toContain('as of 12:00');
    const spanish = await desk.ask('ayer', people.agente);
    expect(spanish.text).toMatch(/^Ayer \(17.nov\): 97,0% entregado hasta ahora/);
    const details = await desk.press(spanish, 'report.details', people.agente);
    expect(details.text).toContain('Horas en America/Santiago');
    expect(desk.slack.messages()).toHaveLength(3);
  });

  test('requests the period, sender and number, and the period before', async () => {
    const asked: TrafficQuery[] = [];
    const desk = await createReportDesk({ asked });
    await desk.ask('2026-11-15..2026-11-17 from otp to 9 1234 5678');
    expect(asked).toMatchObject([
      { period: { firstDay: '2026-11-15', lastDay: '2026-11-17' }, sender: '56001', msisdn: '56912345678' },
      { period: { firstDay: '2026-11-12', lastDay: '2026-11-14' }, sender: '56001', msisdn: '56912345678' },
    ]);
  });

  test('compares only the past days of a period that is not over', async () => {
    const asked: TrafficQuery[] = [];
    const desk = await createReportDesk({ asked });
    const answer = await desk.ask('2026-11-16..2026-12-15');
    expect(asked[1]).toMatchObject({ period: { firstDay: '2026-10-17', lastDay: '2026-10-19' } });
    expect(answer.text).toMatch(/no messages on 17.–.19 Oct up to this time/);
  });

  test('explains input that it cannot read, without a platform request', async () => {
    const asked: TrafficQuery[] = [];
    const desk = await createReportDesk({ asked });
    expect((await desk.ask('help')).text).toContain('How messages were delivered in a period');
    expect((await desk.ask('ayuda', people.agente)).text).toContain('Cómo se entregaron los mensajes');
    expect((await desk.ask('tell me anything')).text).toContain('I didn’t understand “tell me anything”.');
    expect((await desk.ask('2027-01-01')).text).toContain('That day hasn’t come yet.');
    expect((await desk.ask('last 93 days')).text).toContain('That’s more than 92 days.');
    expect(asked).toEqual([]);
  });

  test('offers the probable meaning as a button with a sealed request', async () => {
    const asked: TrafficQuery[] = [];
    const desk = await createReportDesk({ asked });
    const answer = await desk.ask('yesterdya to 912345678 compare with nothing');
    expect(answer.text).toContain('Did you mean “yesterday”?');
    expect(JSON.stringify(answer)).not.toContain('912345678');
    await desk.press(answer, 'command.typed.0');
    expect(asked).toMatchObject([{ msisdn: '56912345678', period: { firstDay: '2026-11-17' } }]);
  });

  test('is about one operator, also in its details and its CSV; an unknown one gets the known ones', async () => {
    const group = { from: '2026-11-17T00:00:00Z', hours: 24, operator: 'Entel' };
    const both = trafficOf(
      [
        { ...group, count: 900 },
        { ...group, count: 70, operator: 'WOM' },
      ],
      now(),
    );
    const desk = await createReportDesk({ traffic: ofFigures(both) });
    const answer = await desk.ask('yesterday wo');
    expect(answer.text).toMatch(/^Yesterday \(17 Nov\), WOM: 100\.0% delivered[\s\S]*Messages: 70/);
    expect((await desk.press(answer, 'report.details')).text).not.toContain('Entel');
    await desk.choose(answer, 'report.more', 'csv');
    expect(desk.slack.files()[0]?.content).not.toContain('Entel');
    const unknown = await desk.ask('yesterday Entol');
    expect(unknown.text).toBe('No operator called “Entol” in those days.\nOperators: Entel and WOM.');
    expect((await desk.press(unknown, 'report.refresh')).text).toContain('Messages: 900');
  });

  test('distinguishes a failure from an empty period', async () => {
    const failing = {
      figuresFor: async () =>
        Promise.reject(new UpstreamError('timed_out', { operation: 'report', reason: 'no answer' })),
    };
    const desk = await createReportDesk({ traffic: failing });
    const failed = await desk.ask('yesterday');
    expect(failed.text).toContain('The SMS platform didn’t answer in time.');
    expect(failed.text).toMatch(/Reference: \w{6}/);
    const empty = await createReportDesk({ traffic: ofFigures(trafficOf([], now())) });
    expect((await empty.ask('yesterday')).text).toContain('Yesterday (17 Nov): no messages');
  });
});

describe('the newer blocks', () => {
  const blocksSent = (desk: Awaited<ReturnType<typeof createReportDesk>>) =>
    desk.slack.respondCalls.map(({ args }) => JSON.stringify(args.blocks).includes('"data_visualization"'));

  test('are left out of answers after the workspace refused them, but still tried in posts', async () => {
    const desk = await createReportDesk();
    desk.slack.failNext('response_url', { status: 400, error: 'invalid_blocks' });
    const first = await desk.ask('yesterday');
    expect(first.text).toContain('Messages: 1,000');
    expect(JSON.stringify(first.blocks)).toContain('█');
    await desk.press(first, 'report.refresh');
    await desk.choose(first, 'report.more', 'share');
    expect(blocksSent(desk)).toEqual([true, false, false, false]);
    expect(desk.slack.messages({ channel: channels.support.id }).at(-3)?.text).toContain('Shared by ana');
    const posted = desk.slack.apiCalls.filter(({ method }) => method === 'chat.postMessage');
    expect(JSON.stringify(posted.map(({ args }) => args.blocks))).toContain('"data_visualization"');
  });
});

describe('the buttons', () => {
  test('Refresh replaces the answer, and no button value shows the number', async () => {
    const asked: TrafficQuery[] = [];
    const desk = await createReportDesk({ asked });
    const answer = await desk.ask('yesterday to 912345678');
    expect(await desk.press(answer, 'report.refresh')).toMatchObject({ ts: answer.ts, replaced: 1 });
    expect(asked.at(-1)).toMatchObject({ msisdn: '56912345678' });
    const sealed = [...JSON.stringify(answer.blocks).matchAll(/"value":"([^"]+)"/g)].map(
      ([, value = '']) => value,
    );
    expect(sealed.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer.blocks)).not.toContain('12345678');
    for (const value of sealed)
      expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('12345678');
  });

  test('Share posts the same days as the answer, visible to the whole channel', async () => {
    let time = now();
    const desk = await startDesk(NOWHERE, {
      command: '/sms-report',
      overrides: { now: () => time, report: { traffic: ofFigures(figures) } },
    });
    const answer = await desk.ask('yesterday to 912345678');
    time = new Date('2026-11-19T00:00:10Z');
    expect((await desk.choose(answer, 'report.more', 'share')).text).toContain('Shared in this channel.');
    const [shared, thread] = desk.slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    expect(shared).toMatchObject({ channel: channels.support.id });
    expect(shared?.text).toMatch(/^17 Nov: 97\.0% delivered/);
    expect(shared?.text).toMatch(/to \+56 9 •••• •678[\s\S]*Shared by ana$/);
    expect(thread).toMatchObject({ threadTs: shared?.ts });
    expect(thread?.text).toContain('Messages: 1,000');
    expect(actionIdsIn(shared?.blocks)).toEqual(['report.share.refresh']);
    expect(actionIdsIn(thread?.blocks)).toEqual([]);
  });

  test('Share says when it posts newer figures than the answer showed', async () => {
    let current = figures;
    const desk = await createReportDesk({
      traffic: { ...ofFigures(figures), figuresFor: async () => current },
    });
    const [answer, otherAnswer] = [await desk.ask('yesterday'), await desk.ask('ayer', people.agente)];
    expect((await desk.choose(answer, 'report.more', 'share')).text).toBe('Shared in this channel.');
    current = trafficOf([{ from: '2026-11-17T00:00:00Z', hours: 24, count: 990, operator: 'Entel' }], now());
    expect((await desk.choose(answer, 'report.more', 'share')).text).toBe(
      'Shared in this channel, with newer figures than you saw.',
    );
    expect((await desk.choose(otherAnswer, 'report.more', 'share', people.agente)).text).toBe(
      'Compartido en este canal, con cifras más nuevas que las que viste.',
    );
  });

  test('CSV sends a row for each part and operator, with formulas escaped', async () => {
    const hostile = trafficOf(
      [...messages, { from: '2026-11-17T12:00:00Z', count: 4, operator: '=cmd|1' }],
      now(),
    );
    const desk = await createReportDesk({ traffic: ofFigures(hostile) });
    const answer = await desk.ask('yesterday');
    expect((await desk.choose(answer, 'report.more', 'csv')).text).toContain('The CSV is in your DMs');
    const [file] = desk.slack.files();
    const comment = desk.slack.messages({ channel: channels.direct.id }).map(({ text }) => text);
    expect(comment).toContainEqual(expect.stringMatching(/^17 Nov · as of 18 Nov 12:00\n/));
    expect(file).toMatchObject({ channel: channels.direct.id, name: 'sms-report-2026-11-18-12-00.csv' });
    const [head, ...rows] = (file?.content ?? '').trim().split('\r\n');
    expect(head).toContain(
      'from,to,operator,submitted,delivered,failed,pending,no_receipt,other,delivery_rate',
    );
    expect(rows).toHaveLength(13);
    expect(rows[0]).toMatch(/^2026-11-17T00:00:00\+00:00,2026-11-17T02:00:00\+00:00,Entel,\d+,/);
    expect(file?.content).toContain(`'=cmd|1`);
    expect(file?.content).not.toMatch(/,"?[=+@]/);
  });
});

describe('the form', () => {
  async function open(asked: TrafficQuery[] = []) {
    const desk = await createReportDesk({ asked });
    const { slack } = desk;
    await slack.command({ person: 'U1', channel: channels.support.id, command: '/sms-report', text: '' });
    await desk.requestsFinished();
    const submit = async (values: Record<string, string>) => {
      await slack.submit({ person: 'U1', values });
      await desk.requestsFinished();
    };
    return { desk, submit };
  }

  test('opens for /sms-report without text, and is answered in the same channel', async () => {
    const asked: TrafficQuery[] = [];
    const { desk, submit } = await open(asked);
    expect(desk.slack.modal('U1')).toMatchObject({ title: 'Delivery report', submit: 'Show' });
    await submit({ days: '2026-11-16..2026-11-17', sender: '56001', number: '912345678', compare: 'week' });
    expect(desk.slack.messages()[0]).toMatchObject({ channel: channels.support.id, visibleTo: 'U1' });
    expect(desk.slack.messages()[0]?.text).toContain('from OTP (56001) · to +56 9 •••• •678');
    expect(asked.map(({ period }) => period.firstDay)).toEqual(['2026-11-16', '2026-11-09']);
  });

  test('shows each error at its field', async () => {
    const { desk, submit } = await open();
    await submit({ days: '2026-01-01..2026-11-01', number: '12ab' });
    const errors = desk.slack.modal('U1')?.errors ?? {};
    expect(errors.days).toContain('more than 92 days');
    expect(errors.number).toContain('a phone number in “12ab”');
    await submit({ days: 'someday' });
    expect(desk.slack.modal('U1')?.errors.days).toContain('Write it as 18/11');
    expect(desk.slack.messages()).toEqual([]);
  });

  test('compares with nothing when that option is selected', async () => {
    const asked: TrafficQuery[] = [];
    const { submit } = await open(asked);
    await submit({ period: 'yesterday', compare: 'nothing' });
    expect(asked).toHaveLength(1);
  });
});
