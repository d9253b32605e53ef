import { describe, expect, test } from 'vitest';
import { blockFaults, blocksLength } from '../../../src/playground/block-kit/validation.ts';
import type { Faults, StoryName } from '../../../src/sandbox/index.ts';
import { people } from '../../support/desk.ts';
import { aDeskOnSandbox, numberOf } from '../../support/sandbox.ts';

describe('each named number tells its story, in both languages', () => {
  const told: Record<StoryName, readonly [english: RegExp, spanish: RegExp]> = {
    delivered: [
      /number works: the last message reached the handset today \d\d:\d\d, \d+ s after/,
      /a este número funciona.* \d+ s después/,
    ],
    failed: [
      /The last \d+ messages failed at the operator. The newest: \w+/,
      /Los últimos \d+ mensajes fallaron en el operador/,
    ],
    waiting: [
      /On its way: Movistar has had the last message for/,
      /En camino: Movistar tiene el último mensaje desde hace/,
    ],
    stuck: [/Stuck at the operator since 20:17 \(15 min/, /Detenido en el operador desde las 17:17/],
    'no-hand-over': [/Stuck at the platform since 19:41 \(/, /Detenido en la plataforma desde las 16:41/],
    dashes: [
      /The platform received no information about the last message/,
      /La plataforma no recibió información del último/,
    ],
    'clock-off': [/its times contradict each other: a clock is off/, /hay un reloj desfasado/],
    hostile: [/number works/, /funciona/],
    many: [/\d{3} messages: .*page 1 of \d\d/s, /\d{3} mensajes: .*página 1 de \d\d/s],
    none: [/The platform has no messages to this number/, /La plataforma no tiene mensajes a este número/],
    late: [/25 min/, /25 min/],
    'no-receipts': [/Stuck at the operator since/, /Detenido en el operador desde/],
    foreign: [/^\+34 .*number works/s, /^\+34 .*funciona/s],
  };

  test.each(Object.entries(told))('%s', async (name, [english, spanish]) => {
    const number = numberOf(name as StoryName);
    const { desk } = await aDeskOnSandbox();
    for (const [who, expected] of [
      [people.agent, english],
      [people.agente, spanish],
    ] as const) {
      const { text, blocks } = await desk.ask(number, who);
      expect(text).toMatch(expected);
      expect(blockFaults(blocks)).toEqual([]);
      expect(blocksLength(blocks)).toBeLessThan(10_000);
      expect(JSON.stringify([text, blocks])).not.toContain(number.replaceAll(/\D/g, '').slice(-8));
      expect(JSON.stringify([text, blocks])).not.toContain(number.slice(-9));
    }
  });

  test('an operator that never reports is told after three days', async () => {
    const { desk } = await aDeskOnSandbox();
    const { text } = await desk.ask(`${numberOf('no-receipts')} 2026-11-10..2026-11-12`);
    expect(text).toMatch(
      /The operator never reported a receipt for any message of this period, and none will come any more/,
    );
  });

  test('all pages of hundreds of messages can be turned, and none is shown twice', async () => {
    const { desk } = await aDeskOnSandbox();
    let message = await desk.ask(`${numberOf('many')} today`);
    const pages = Number(/page 1 of (\d+)/.exec(message.text)?.[1]);
    const ways = new Set<string>();
    const collect = () => {
      for (const [way] of message.text.matchAll(/^Platform .*$/gm)) ways.add(way);
    };
    collect();
    for (let page = 1; page < pages; page += 1) {
      message = await desk.press(message, 'status.older');
      collect();
    }
    expect(message.text).toContain(`page ${pages} of ${pages}`);
    expect(ways.size).toBe(Number(/(\d+) messages/.exec(message.text)?.[1]));
  });
});

describe('each thing that can go wrong at the platform has its sentence, its next step and its reference', () => {
  const wrong: [string, Faults, readonly [RegExp, RegExp]][] = [
    [
      'errors',
      { serverErrors: { rate: 1 } },
      [/cannot be reached, or has an error/, /No se puede llegar a la plataforma/],
    ],
    [
      'report errors',
      { serverErrors: { rate: 1, operation: 'report' } },
      [/cannot be reached/, /No se puede llegar/],
    ],
    [
      'wrong credentials',
      { unauthorized: { rate: 1, operation: 'login' } },
      [/does not accept the account/, /no acepta la cuenta/],
    ],
    [
      'not allowed',
      { unauthorized: { rate: 1, operation: 'report' } },
      [/does not let the account/, /no permite que la cuenta/],
    ],
    [
      'asked too often',
      { rateLimited: { rate: 1, operation: 'report', retryAfterSeconds: 90 } },
      [/asked too often[\s\S]*Wait 1 min 30 s/, /demasiada frecuencia[\s\S]*Espera 1 min 30 s/],
    ],
    [
      'silence',
      { operation: 'report', slowFirstByteMs: 60_000 },
      [/did not answer in time/, /no respondió a tiempo/],
    ],
    [
      'silence in the middle',
      { operation: 'report', stallAfterBytes: 40 },
      [/did not answer in time/, /no respondió a tiempo/],
    ],
    [
      'a broken connection',
      { operation: 'report', truncate: 'connection' },
      [/cannot be reached/, /No se puede llegar/],
    ],
    ['an answer cut short', { operation: 'report', truncate: 'clean' }, [/cannot read/, /no puede leer/]],
    ['a web page', { operation: 'report', html: true }, [/cannot read/, /no puede leer/]],
    ['a web page for a token', { operation: 'login', html: true }, [/cannot read/, /no puede leer/]],
  ];

  test.each(wrong)('%s', async (_, faults, sentences) => {
    for (const [index, who] of [people.agent, people.agente].entries()) {
      const isSilent = 'slowFirstByteMs' in faults || 'stallAfterBytes' in faults;
      const { desk, sandbox } = await aDeskOnSandbox({}, isSilent ? { SMS_TIMEOUT_SECONDS: '1' } : {});
      sandbox.setFaults(faults);
      const { text } = await desk.ask(numberOf('delivered'), who);
      expect(text).toMatch(sentences[index] ?? /never/);
      expect(text).not.toMatch(
        /has no messages|no tiene mensajes|cannot find a message|No encuentro ningún mensaje/,
      );
      const reference = /(?:Reference|Referencia): ([A-Z0-9]{6})/.exec(text)?.[1];
      expect(desk.logLines).toContainEqual(
        expect.objectContaining({ level: 'error', ref: reference, msg: 'failed' }),
      );
    }
  });

  test('a passing fault is not noticed', async () => {
    const { desk, sandbox } = await aDeskOnSandbox();
    sandbox.setFaults({ serverErrors: { rate: 1, operation: 'report', times: 2 } });
    expect((await desk.ask(numberOf('delivered'))).text).toContain('Delivery to this number works');
  });

  test('a total that is not met, and entries that do not fit, are said beside what could be read', async () => {
    const { desk, sandbox } = await aDeskOnSandbox();
    sandbox.setFaults({ wrongTotal: 7_000, badEntries: 1 });
    const { text } = await desk.ask(numberOf('delivered'));
    expect(text).toMatch(
      /The platform announced 7,0\d\d messages and sent \d+, the days around this period included: this answer may not/,
    );
    expect(text).toContain('1 entry of the platform’s answer did not fit its interface and is not shown.');
    expect(text).toContain('Delivery to this number works');
  });

  test('a platform that ignores the filter shows no one else’s messages', async () => {
    const { desk, sandbox } = await aDeskOnSandbox();
    const before = (await desk.ask(numberOf('delivered'))).text;
    sandbox.setFaults({ ignoreFilters: true });
    const warning = /^The platform also sent messages to other numbers, which are left out.*\n/m;
    const { text } = await desk.ask(numberOf('delivered'));
    expect(text).toMatch(warning);
    expect(text.replace(warning, '')).toBe(before);
    expect((await desk.ask(numberOf('none'))).text).not.toContain('has no messages');
  });

  test('an operator that is down, and receipts that are late, show where the message is', async () => {
    const { desk, sandbox } = await aDeskOnSandbox();
    sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T00:00:00Z' } });
    expect((await desk.ask(numberOf('delivered'))).text).toMatch(/Stuck at the platform since/);
    sandbox.setFaults({ lateReceiptsSeconds: 5 * 3_600 });
    expect((await desk.ask(numberOf('delivered'))).text).toMatch(/Stuck at the operator since/);
  });
});
