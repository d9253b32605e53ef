import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Person } from '../../tools/fake-slack/workspace/workspace.ts';
import { aScene, type Scene, seed, tally, tell } from '../chaos/scene.ts';
import { people } from '../support/desk.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { aRedisServer } from '../support/redis.ts';
import { randomFrom } from '../support/slack-weather.ts';
import { type Asked, type Asker, createAsker } from './crowd.ts';
import { digitsOf, isInterim, readPlainly, reads } from './expected.ts';
import { aFront, type Front, type Replica } from './front.ts';

const MINUTE_MS = 60_000;
const DAY_MS = Number(process.env.LOAD_MINUTES ?? 3) * MINUTE_MS;
const PEOPLE = 50;
const FOLLOWERS = 8;
/** Together 4.2 questions a second: below 300 a minute for all and 20 for each, where the bot would say to wait. */
const THINKS_MS = 12_000;
const LATEST_ACKNOWLEDGEMENT_MS = 3_000;
/** Receipts that come so late keep messages waiting. */
const late = { lateReceiptsSeconds: 3_600 };
const SLOW_MS = 1_500;
/** The platform is found to be back by one question, and Postgres by one connection. */
const RECOVERS_IN_MS = 20_000;
/** The message that was updated, and the one about its end. */
const MESSAGES_OF_AN_ENDING = 2;
/** The bot searches for an unclear post after a minute, and reads a followed message every few. */
const SETTLES_IN_MS = 4 * MINUTE_MS;

const crowd: Person[] = Array.from({ length: PEOPLE }, (_, at) => ({
  ...people.agent,
  id: `UCROWD${at}`,
  name: `person ${at}`,
}));

test(
  'a busy day: 50 people, three replicas; platform, Redis, Postgres and a replica fail, and nobody is left without an answer',
  async () => {
    const postgres = await startOwnPostgres();
    const redis = await aRedisServer();
    await redis.start();
    const scene = await aScene(
      PEOPLE,
      { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
      undefined,
      crowd,
    );
    const { slack, sandbox } = scene;
    const plain = await readPlainly(scene);
    const front = await aFront(scene.bot);
    await Promise.all([front.add(), front.add(), front.add()]);
    slack.connect(front.url);
    const random = randomFrom(seed);
    const day = { slack, front, plain, random };
    const askers = crowd.map((person, at) => createAsker(person, `C${at}X`, day));
    const platformPort = Number(new URL(scene.config.platform.baseUrl).port);

    sandbox.setFaults(late);
    // One after the other: replicas that have just started compile what they are asked for.
    const followed: boolean[] = [];
    for (const asker of askers.slice(0, FOLLOWERS)) followed.push(await asker.follow(digitsOf('many')));
    const begunMs = performance.now();
    const happened = new Map<string, number>();
    const until = async (share: number, what: string, act: () => unknown) => {
      await pause(Math.max(0, begunMs + share * DAY_MS - performance.now()));
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
    await Promise.all([faults(), ...askers.map((asker) => livesThrough(asker, begunMs + DAY_MS, random))]);
    front.measure();

    const endings = () =>
      askers
        .slice(0, FOLLOWERS)
        .map((asker) => asker.directly().filter(({ text }) => reads.ended(text)).length);
    await settled(
      () =>
        tally(scene.summaries()).lost + tally(scene.details()).lost === 0 &&
        endings().every((told) => told >= MESSAGES_OF_AN_ENDING) &&
        scene.allHasLanded(),
    );

    const asked = askers.flatMap((asker) => asker.asked);
    tellDay(asked, { happened, begunMs, front, gone, scene, endings: endings(), askers });
    expect(followed).not.toContain(false);
    expectAnswers(asked, scene, askers, happened);
    expect(tally(scene.summaries())).toEqual({ once: PEOPLE, double: 0, lost: 0 });
    expect(tally(scene.details())).toEqual({ once: PEOPLE, double: 0, lost: 0 });
    expect(endings()).toEqual(endings().map(() => MESSAGES_OF_AN_ENDING));
    expectFlat(front);
    for (const { bot } of front.replicas) bot.child.kill('SIGTERM');
    await Promise.all(front.replicas.map(({ bot }) => bot.ended));
  },
  DAY_MS + 20 * MINUTE_MS,
);

/** Waits for due work; what is missing then is lost. */
async function settled(isDone: () => boolean): Promise<void> {
  const fromMs = performance.now();
  while (!isDone() && performance.now() - fromMs < SETTLES_IN_MS) await pause(200);
}

async function livesThrough(asker: Asker, untilMs: number, random: () => number): Promise<void> {
  // Not all at once.
  await pause(random() * THINKS_MS);
  while (performance.now() < untilMs) {
    const fromMs = performance.now();
    await asker.askSomething();
    await pause(Math.max(0, fromMs + THINKS_MS * (0.5 + random()) - performance.now()));
  }
}

/** Each request was acknowledged in time and has one answer; those of a calm time have the right one. */
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
  expect(answersTaken(slack, askers)).toBe(answersMeant(asked));
  const gone = asked.filter(({ outcome, atMs }) => outcome === 'cut' && atMs > at('replica started'));
  expect(gone).toEqual([]);
}

/** Forms are no messages, and of what was cut off there is none. */
function answersMeant(asked: readonly Asked[]): number {
  return asked.filter(({ outcome, said }) => outcome !== 'cut' && said !== reads.form).length;
}

/** Each that Slack took of the bot, but for what says only that one comes and for what is followed. */
function answersTaken({ respondCalls }: Scene['slack'], askers: readonly Asker[]): number {
  const answers = respondCalls.filter(({ status, args }) => status === 200 && !isInterim(String(args.text)));
  const direct = askers.flatMap((asker) => asker.directly()).filter(({ text }) => !reads.followed(text));
  return answers.length + direct.length;
}

/** Growth of memory in the last fifth of the day that is allowed for a replica. */
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
  readonly begunMs: number;
  readonly front: Front;
  readonly gone: readonly Replica[];
  readonly scene: Scene;
  readonly endings: readonly number[];
  readonly askers: readonly Asker[];
}

function tellDay(
  asked: readonly Asked[],
  { happened, begunMs, front, gone, scene, endings, askers }: DayFacts,
): void {
  const count = (outcome: Asked['outcome']) => asked.filter((one) => one.outcome === outcome).length;
  const kinds = Map.groupBy(asked, ({ kind }) => kind);
  const byKind = [...kinds].map(([kind, of]) => `${kind} ${of.length}`).join(' · ');
  const faults = [...happened].map(([what, atMs]) => `${what} ${Math.round((atMs - begunMs) / 1_000)} s`);
  const acknowledged = asked.flatMap(({ outcome, acknowledgement }) =>
    outcome === 'cut' || !acknowledgement ? [] : [acknowledgement.afterMs],
  );
  const sorted = acknowledged.toSorted((a, b) => a - b);
  const summaries = tally(scene.summaries());
  const memory = [...gone, ...front.replicas].map((replica) => [
    replica.name,
    `${replica.memory.join(' → ')} MiB`,
  ]);
  tell(`a busy day of ${DAY_MS / MINUTE_MS} min, seed ${seed}`, {
    requests: `${asked.length} (${byKind})`,
    'what happened, and when': faults.join(' · '),
    'longest acknowledgement': `${sorted.at(-1)} ms`,
    'acknowledged, 99 of 100': `${sorted[Math.floor(sorted.length * 0.99)]} ms`,
    'right answers': count('right'),
    'honest sentences': count('honest'),
    'cut off with their replica': count('cut'),
    'lost: silent or wrong': `${count('silent')} / ${count('wrong')}`,
    'double answers': answersTaken(scene.slack, askers) - answersMeant(asked),
    'summaries: once / double / lost': `${summaries.once} / ${summaries.double} / ${summaries.lost}`,
    'followed messages told once': endings.filter((messages) => messages === MESSAGES_OF_AN_ENDING).length,
    ...Object.fromEntries(memory),
  });
}
