import { describe, expect, test } from 'vitest';
import { blockFaults, blocksLength } from '../../../tools/fake-slack/block-kit/validation.ts';
import type { StoryName } from '../../../tools/sandbox/index.ts';
import { people } from '../../support/desk.ts';
import { numberOf, startDeskOnSandbox } from '../../support/sandbox.ts';
import { sharedBySuite } from '../../support/when-over.ts';

describe('each named number of the sandbox gives its answer, in both languages', () => {
  const answers: Record<StoryName, readonly [english: RegExp, spanish: RegExp]> = {
    delivered: [/^Delivered \d\d:\d\d, \d+ s after/, /^Entregado a las .* \d+ s después/],
    failed: [
      /^The last \d+ failed, newest .*: the operator couldn’t deliver it[\s\S]*Don’t send another/,
      /^Los últimos \d+ fallaron[\s\S]*No envíes otro/,
    ],
    waiting: [
      /^On its way: 3 min \d+ s, slower than usual \(\d+ s\)\n/,
      /^En camino: 3 min \d+ s, más lento que lo habitual \(\d+ s\)\n/,
    ],
    stuck: [
      /^The last 6 are stuck, since 16 Nov 14:02\n.*hasn’t confirmed/,
      /^Los últimos 6 siguen sin confirmar, desde el 16 nov 11:02\n/,
    ],
    'no-hand-over': [
      /^The last 6 are stuck at the platform, since 16 Nov [\s\S]*hasn’t left the platform/,
      /^Los últimos 6 siguen en la plataforma, sin entregar, desde el 16 nov [\s\S]*no ha salido de la plataforma/,
    ],
    dashes: [/^The platform has no details of this message/, /^La plataforma no tiene datos de este mensaje/],
    'clock-off': [/the recorded times contradict each other/, /las horas registradas se contradicen/],
    hostile: [/^Delivered /, /^Entregado /],
    many: [/\d{3} messages · page 1 of \d\d$/, /\d{3} mensajes · página 1 de \d\d$/],
    none: [
      /^No messages to \+56 9 1111 0009, last 31 days\n/,
      /^No hay mensajes a \+56 9 1111 0009, últimos/,
    ],
    late: [/delivered late \+2 s \+24 min 58 s/, /entregado tarde \+2 s \+24 min 58 s/],
    'no-receipts': [/^The last \d+ are stuck[\s\S]*Ruta Andina/, /^Los últimos \d+ siguen[\s\S]*Ruta Andina/],
    foreign: [/^Delivered [\s\S]*\+34 /, /^Entregado [\s\S]*\+34 /],
  };

  const shared = sharedBySuite(() => startDeskOnSandbox());

  test.each(Object.entries(answers))('%s', async (name, [english, spanish]) => {
    const number = numberOf(name as StoryName);
    const { desk } = shared();
    for (const [who, expected] of [
      [people.agent, english],
      [people.agente, spanish],
    ] as const) {
      const { text, blocks } = await desk.ask(number, who);
      expect(text).toMatch(expected);
      expect(blockFaults(blocks)).toEqual([]);
      expect(blocksLength(blocks)).toBeLessThan(10_000);
      const shown = JSON.stringify([text, blocks]);
      expect(shown).not.toContain(number.replaceAll(/\D/g, '').slice(-8));
      // Without messages, the asker sees the digits, so that a typing error is seen.
      expect(shown.includes(number.slice(-9))).toBe(name === 'none');
    }
  });

  test('an operator that never sends receipts is named after three days', async () => {
    const { desk } = shared();
    const { text } = await desk.ask(`${numberOf('no-receipts')} 2026-11-10..2026-11-12`);
    expect(text).toMatch(/^The last \d+ never got a receipt\n/);
  });

  test('all pages of hundreds of messages can be turned, and no message is shown twice', async () => {
    const { desk } = shared();
    let message = await desk.ask(`${numberOf('many')} today`);
    const pages = Number(/page 1 of (\d+)/.exec(message.text)?.[1]);
    const ways = new Set<string>();
    const collect = () => {
      for (const [way] of message.text.matchAll(/^(?:Platform +| ?)\d.*$/gm)) ways.add(way);
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

describe('failures of the platform', () => {
  test('are shown with a next step and a reference from the log', async () => {
    const { desk, sandbox } = await startDeskOnSandbox();
    sandbox.setFaults({ rateLimited: { rate: 1, operation: 'report', retryAfterSeconds: 90 } });
    const { text } = await desk.ask(numberOf('delivered'));
    expect(text).toMatch(/asked me to wait[\s\S]*Try again in 1 min 30 s/);
    expect(text).not.toContain('No messages');
    const reference = /Reference: ([A-Z0-9]{6})/.exec(text)?.[1];
    expect(desk.logLines).toContainEqual(
      expect.objectContaining({ level: 'error', ref: reference, msg: 'failed' }),
    );
  });

  test('do not show messages of other numbers when the filter is ignored', async () => {
    const { desk, sandbox } = await startDeskOnSandbox();
    const before = (await desk.ask(numberOf('delivered'))).text;
    sandbox.setFaults({ ignoreFilters: true });
    const warning = /^The platform also sent other numbers’ messages; they’re left out\.\n/m;
    const { text } = await desk.ask(numberOf('delivered'));
    expect(text).toMatch(warning);
    expect(text.replace(warning, '')).toBe(before);
    expect((await desk.ask(numberOf('none'))).text).not.toContain('No messages');
  });

  test('show where the message waits when an operator is down or receipts are late', async () => {
    const { desk, sandbox } = await startDeskOnSandbox();
    sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T00:00:00Z' } });
    expect((await desk.ask(numberOf('delivered'))).text).toMatch(/are stuck at the platform, since/);
    sandbox.setFaults({ lateReceiptsSeconds: 5 * 3_600 });
    expect((await desk.ask(numberOf('delivered'))).text).toMatch(
      /^Delivered [\s\S]* newer message[\s\S]* stuck, /,
    );
  });
});
