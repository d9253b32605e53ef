import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { botSettings, createTestWorkspace, people } from '../support/desk.ts';
import { start } from '../support/process.ts';
import { type PlatformHandler, type PlatformRequest, servePlatform } from '../support/server.ts';
import { printFacts } from './scene.ts';

const MINUTE_MS = 60_000;
const QUESTIONS = 120;
const ASKED_EVERY_MS = MINUTE_MS / QUESTIONS;
/** The progress message. */
const WORKING = /^One moment/;
const WAITING = /^The SMS platform (has been slow since|is taking long) /;

const crowd: Person[] = Array.from({ length: QUESTIONS }, (_, at) => ({
  ...people.agent,
  id: `UCROWD${at}`,
  name: `person ${at}`,
}));

/** A platform that can stop answering, and the bot as its own process with default settings. */
async function startBotProcess() {
  let isHanging = false;
  let unanswered = 0;
  const unlessHanging =
    (operation: 'login' | 'report' | 'info'): PlatformHandler =>
    (asked: PlatformRequest) => {
      if (!isHanging) return platform.good[operation](asked);
      unanswered += 1;
    };
  const platform = await servePlatform({
    login: unlessHanging('login'),
    report: unlessHanging('report'),
    info: unlessHanging('info'),
  });
  const slack = createTestWorkspace('http', { people: [...Object.values(people), ...crowd] });
  const { apiUrl } = await slack.start();
  const bot = start('src/main.js', [], {
    ...botSettings(apiUrl, platform.url),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'sms-desk-')),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    READ_AHEAD: 'no',
  });
  const [, port] = await bot.printed(/"port":(\d+)/);
  slack.connect(`http://127.0.0.1:${port}/slack/events`);
  return {
    bot,
    ask: (person: Person, command = '/sms-status 912345678 2026-11-18') => {
      const [name = '', ...text] = command.split(' ');
      return slack.command({ person: person.id, channel: 'C1', command: name, text: text.join(' ') });
    },
    heard: (person: Person) => slack.messages({ person: person.id }).map(({ text }) => text),
    unanswered: () => unanswered,
    hang(does: boolean) {
      isHanging = does;
    },
  };
}

test('sends few requests when 120 people ask a hanging platform', { timeout: 5 * MINUTE_MS }, async () => {
  const { bot, ask, heard, hang, unanswered } = await startBotProcess();
  await ask(people.agent);
  await expect.poll(() => heard(people.agent).at(-1)).toMatch(/^Delivered /);
  hang(true);

  const askedAtMs = new Map<Person, number>();
  /** When each person got messages, in milliseconds after their request. */
  const words = new Map<Person, number[]>(crowd.map((person) => [person, []]));
  const isAnswered = (person: Person) => {
    const last = heard(person).at(-1);
    return last !== undefined && !WORKING.test(last) && !WAITING.test(last);
  };
  const listen = () => {
    for (const [person, fromMs] of askedAtMs) {
      const times = words.get(person) ?? [];
      while (times.length < heard(person).length) times.push(performance.now() - fromMs);
    }
  };
  const listening = setInterval(listen, 200);
  const startedMs = performance.now();
  for (const [at, person] of crowd.entries()) {
    await pause(Math.max(0, startedMs + at * ASKED_EVERY_MS - performance.now()));
    askedAtMs.set(person, performance.now());
    void ask(person);
  }
  await expect.poll(() => crowd.filter(isAnswered).length, { interval: 200 }).toBe(QUESTIONS);
  const allAnsweredMs = performance.now() - startedMs;
  clearInterval(listening);
  listen();

  await ask(people.agent, '/sms-check');
  await expect.poll(() => heard(people.agent).at(-1)).toContain('(circuit breaker ');
  const sent = unanswered();
  hang(false);
  const healedMs = performance.now();
  await expect
    .poll(
      async () => {
        await ask(people.agente);
        return heard(people.agente).some((text) => text.startsWith('Entregado '));
      },
      { interval: 1_000 },
    )
    .toBe(true);

  const silences = [...words.values()].map((times) =>
    times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? 0)), 0),
  );
  const answers = [...words.values()].map((times) => times.at(-1) ?? Number.NaN);
  printFacts('120 questions in a minute to a platform that hangs', {
    'told what is the matter': crowd.filter((person) => heard(person).some((text) => !WORKING.test(text)))
      .length,
    'of them, told that they wait': crowd.filter((person) => heard(person).some((text) => WAITING.test(text)))
      .length,
    'all answered after the first question': seconds(allAnsweredMs),
    'longest wait for an answer': seconds(Math.max(...answers)),
    'longest wait for a word': seconds(Math.max(...silences)),
    'questions that reached the platform': sent,
    'answering again, found out after': seconds(performance.now() - healedMs),
  });
  // One probe every two seconds, after the first three.
  expect(sent).toBeLessThan(QUESTIONS / 4);
  const log = bot.output().stdout;
  expect(log.match(/the circuit breaker is open/g)?.length).toBeLessThanOrEqual(3);
  expect(log).toContain('the circuit breaker is closed');
  bot.child.kill('SIGTERM');
  await bot.ended;
});

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
