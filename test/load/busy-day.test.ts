import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { printFacts, type Scene, seed, startScene, tally } from '../chaos/scene.ts';
import { people } from '../support/desk.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startRedisServer } from '../support/redis.ts';
import { randomFrom } from '../support/slack-weather.ts';
import { type Asked, type Asker, createAsker } from './crowd.ts';
import { digitsOf, isInterim, readDirectly, reads } from './expected.ts';
import { type Front, type Replica, startFront } from './front.ts';

const MINUTE_MS = 60_000;
const DAY_MS = Number(process.env.LOAD_MINUTES ?? 3) * MINUTE_MS;
const PEOPLE = 50;
const FOLLOWERS = 8;
/** Together 4.2 requests a second: below the bot's limits of 300 a minute in total and 20 a minute per person. */
const THINKS_MS = 12_000;
const LATEST_ACKNOWLEDGEMENT_MS = 3_000;
/** Receipts this late leave messages without a final status. */
const late = { lateReceiptsSeconds: 3_600 };
const SLOW_MS = 1_500;
/** One request shows that the platform is back, and one connection that Postgres is. */
const RECOVERS_IN_MS = 20_000;
/** The updated message, and the message about the final status. */
const MESSAGES_OF_AN_ENDING = 2;
/** The bot searches for an unclear post after a minute, and checks a tracked message every few minutes. */
const FINISHES_IN_MS = 4 * MINUTE_MS;

const crowd: Person[] = Array.from({ length: PEOPLE }, (_, at) => ({
  ...people.agent,
  id: `UCROWD${at}`,
  name: `person ${at}`,
}));

test('three replicas answer 50 people while parts fail', { timeout: DAY_MS + 20 * MINUTE_MS }, async () => {
  const postgres = await startOwnPostgres();
  const redis = await startRedisServer();
  await redis.start();
  const scene = await startScene(
    PEOPLE,
    { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    undefined,
    crowd,
  );
  const { slack, sandbox } = scene;
  const plain = await readDirectly(scene);
  const front = await startFront(scene.bot);
  await Promise.all([front.add(), front.add(), front.add()]);
  slack.connect(front.url);
  const random = randomFrom(seed);
  const day = { slack, front, plain, random };
  const askers = crowd.map((person, at) => createAsker(person, `C${at}X`, day));
  const platformPort = Number(new URL(scene.config.platform.baseUrl).port);

  sandbox.setFaults(late);
  // One after the other, because replicas that have just started still compile code.
  const followed: boolean[] = [];
  for (const asker of askers.slice(0, FOLLOWERS)) followed.push(await asker.follow(digitsOf('many')));
  const startedMs = performance.now();
  const happened = new Map<string, number>();
  const until = async (share: number, what: string, act: () => unknown) => {
    await pause(Math.max(0, startedMs + share * DAY_MS - performance.now()));
    happened.set(what, performance.now());
    await act();
  };
  const gone: Replica[] = [];
  const faults = async () => {
    await until(0.17, 'memory measured first', front.measure);
    await until(0.2, 'platform slow', () => sandbox.setFaults({ ...late, slowFirstByteMs: SLOW_MS }));
    await until(0.28, 'platform down', sandbox.stop);
    await until(0.36, 'platform back', async () => {
      sandbox.setFaults({});
      await sandbox.start(platformPort);
    });
    await until(0.44, 'Redis stopped', redis.stop);
    await until(0.52, 'Redis started', redis.start);
    await until(0.56, 'summaries due', scene.subscribeAll);
    await until(0.58, 'Postgres crashed and started', postgres.crash);
    await until(0.68, 'replica killed', async () => gone.push(await front.kill()));
    await until(0.72, 'replica started', front.add);
    await until(0.8, 'memory measured again', front.measure);
  };
  await Promise.all([faults(), ...askers.map((asker) => askUntil(asker, startedMs + DAY_MS, random))]);
  front.measure();

  const endings = () =>
    askers
      .slice(0, FOLLOWERS)
      .map((asker) => asker.directly().filter(({ text }) => reads.ended(text)).length);
  await waitUntilDone(
    () =>
      tally(scene.summaries()).lost + tally(scene.details()).lost === 0 &&
      endings().every((count) => count >= MESSAGES_OF_AN_ENDING) &&
      scene.allHasLanded(),
  );

  const asked = askers.flatMap((asker) => asker.asked);
  printDay(asked, { happened, startedMs, front, gone, scene, endings: endings(), askers });
  expect(followed).not.toContain(false);
  expectAnswers(asked, scene, askers, happened);
  expect(tally(scene.summaries())).toEqual({ once: PEOPLE, double: 0, lost: 0 });
  expect(tally(scene.details())).toEqual({ once: PEOPLE, double: 0, lost: 0 });
  expect(endings()).toEqual(endings().map(() => MESSAGES_OF_AN_ENDING));
  expectFlat(front);
  for (const { bot } of front.replicas) bot.child.kill('SIGTERM');
  await Promise.all(front.replicas.map(({ bot }) => bot.ended));
});

/** Waits for due work; anything still missing afterwards is lost. */
async function waitUntilDone(isDone: () => boolean): Promise<void> {
  const fromMs = performance.now();
  while (!isDone() && performance.now() - fromMs < FINISHES_IN_MS) await pause(200);
}

async function askUntil(asker: Asker, untilMs: number, random: () => number): Promise<void> {
  // People do not all start at once.
  await pause(random() * THINKS_MS);
  while (performance.now() < untilMs) {
    const fromMs = performance.now();
    await asker.askSomething();
    await pause(Math.max(0, fromMs + THINKS_MS * (0.5 + random()) - performance.now()));
  }
}

/** Each request was acknowledged in time and has one answer, which is the right one in calm times. */
function expectAnswers(
  asked: readonly Asked[],
  { slack }: Scene,
  askers: readonly Asker[],
  happened: ReadonlyMap<string, number>,
): void {
  const whole = asked.filter(({ outcome }) => outcome !== 'cut');
  const late = whole.filter(
    ({ acknowledgement }) =>
      acknowledgement?.status !== 200 || acknowledgement.afterMs > LATEST_ACKNOWLEDGEMENT_MS,
  );
  expect(late).toEqual([]);
  expect(whole.filter(({ outcome }) => outcome === 'silent' || outcome === 'wrong')).toEqual([]);
  const at = (what: string) => happened.get(what) ?? Number.NaN;
  const calm = whole.filter(
    ({ atMs }) => atMs < at('platform slow') || atMs > at('replica started') + RECOVERS_IN_MS,
  );
  expect(calm.filter(({ outcome }) => outcome !== 'right')).toEqual([]);
  expect(acceptedAnswers(slack, askers)).toBe(expectedAnswers(asked));
  expect(asked.filter(({ outcome, atMs }) => outcome === 'cut' && atMs > at('replica started'))).toEqual([]);
}

/** The number of expected answers: without forms, which are no messages, and requests that were cut off. */
function expectedAnswers(asked: readonly Asked[]): number {
  return asked.filter(({ outcome, said }) => outcome !== 'cut' && said !== reads.form).length;
}

/** The number of answers that Slack accepted, without progress messages and messages about tracked ones. */
function acceptedAnswers({ respondCalls }: Scene['slack'], askers: readonly Asker[]): number {
  const answers = respondCalls.filter(({ status, args }) => status === 200 && !isInterim(String(args.text)));
  const direct = askers.flatMap((asker) => asker.directly()).filter(({ text }) => !reads.followed(text));
  return answers.length + direct.length;
}

/** Allowed growth of a replica's memory in the last fifth of the day. */
const GROWS_BY_MIB = 80;

function expectFlat({ replicas }: Front): void {
  const growth = replicas
    .filter(({ memory }) => memory.length === 3)
    .map(({ memory }) => {
      const [, before = 0, end = 0] = memory;
      return end - before;
    });
  expect(growth).toHaveLength(2);
  for (const grown of growth) expect(grown).toBeLessThan(GROWS_BY_MIB);
}

interface DayFacts {
  readonly happened: ReadonlyMap<string, number>;
  readonly startedMs: number;
  readonly front: Front;
  readonly gone: readonly Replica[];
  readonly scene: Scene;
  readonly endings: readonly number[];
  readonly askers: readonly Asker[];
}

function printDay(
  asked: readonly Asked[],
  { happened, startedMs, front, gone, scene, endings, askers }: DayFacts,
): void {
  const count = (outcome: Asked['outcome']) => asked.filter((one) => one.outcome === outcome).length;
  const kinds = Map.groupBy(asked, ({ kind }) => kind);
  const byKind = [...kinds].map(([kind, of]) => `${kind} ${of.length}`).join(' · ');
  const faults = [...happened].map(([what, atMs]) => `${what} ${Math.round((atMs - startedMs) / 1_000)} s`);
  const acknowledged = asked.flatMap(({ outcome, acknowledgement }) =>
    outcome === 'cut' || !acknowledgement ? [] : [acknowledgement.afterMs],
  );
  const sorted = acknowledged.toSorted((a, b) => a - b);
  const summaries = tally(scene.summaries());
  const memory = [...gone, ...front.replicas].map((replica) => [
    replica.name,
    `${replica.memory.join(' → ')} MiB`,
  ]);
  printFacts(`a busy day of ${DAY_MS / MINUTE_MS} min, seed ${seed}`, {
    requests: `${asked.length} (${byKind})`,
    'what happened, and when': faults.join(' · '),
    'longest acknowledgement': `${sorted.at(-1)} ms`,
    'acknowledged, 99 of 100': `${sorted[Math.floor(sorted.length * 0.99)]} ms`,
    'right answers': count('right'),
    'honest sentences': count('honest'),
    'cut off with their replica': count('cut'),
    'lost: silent or wrong': `${count('silent')} / ${count('wrong')}`,
    'double answers': acceptedAnswers(scene.slack, askers) - expectedAnswers(asked),
    'summaries: once / double / lost': `${summaries.once} / ${summaries.double} / ${summaries.lost}`,
    'followed messages told once': endings.filter((messages) => messages === MESSAGES_OF_AN_ENDING).length,
    ...Object.fromEntries(memory),
  });
}
