import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/domain/audit.ts';
import { conspicuousView, reportConspicuous } from '../../../src/features/audit/index.ts';
import { auditTranslations } from '../../../src/features/audit/locales/index.ts';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/runtime/durations.ts';
import { createChannelFormatter } from '../../../src/slack/blocks/format.ts';
import { createAudit } from '../../../src/store/audit/audit.ts';
import { type Conspicuous, createConspicuousActs } from '../../../src/store/audit/conspicuous.ts';
import { accessForEveryone, featureDeps } from '../../support/feature-deps.ts';
import { golden } from '../../support/golden.ts';
import { recordLog } from '../../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const sealer = createSealer(Buffer.alloc(32, 'canary'));
const now = new Date('2026-11-18T12:10:00Z');
const hour = new Date('2026-11-18T12:00:00Z');
const since = new Date('2026-11-18T11:20:00Z');
const found: readonly Conspicuous[] = [
  { what: 'reveals', person: 'U1', count: 12, since, hour },
  { what: 'refusals', person: 'U1', count: 10, since, hour },
  { what: 'numbers', person: 'U2', count: 1_234, since, hour },
  { what: 'interruption', person: '', count: 0, since, hour },
];

describe.each(databases)('the search for conspicuous acts, %s', (_, url) => {
  const database = suiteDatabase(url);

  /** An audit with its own account. A test gives the age of each entry. */
  function createTestAudit() {
    const { db, schema } = database();
    const account = uniqueName();
    const audit = createAudit({ db, schema, account, sealer, retentionDays: 400 });
    let added = 0;
    const add = (entry: AuditEntry, ageMs: number) => {
      added += 1;
      return audit.add([{ id: `${account} ${added}`, entry, ageMs }]);
    };
    /** Adds one entry for each age. By default, each entry has its own number. */
    async function addActs(
      [person, act, outcome]: readonly [string, AuditEntry['act'], AuditEntry['outcome']],
      agesMs: readonly number[],
      numberOf = (place: number) => place,
    ) {
      for (const [place, ageMs] of agesMs.entries()) {
        const numbers = [`5691${1_000_000 + numberOf(place)}`];
        await add({ act, outcome, person, surface: 's', reference: 'ACDEFH', numbers }, ageMs);
      }
    }
    const find = () => createConspicuousActs({ db, account }).find();
    return { add, addActs, find };
  }

  const atOnce = (count: number) => Array.from({ length: count }, () => 0);
  const inWords = (found: readonly Conspicuous[]) =>
    found.map(({ what, person, count }) => `${what} ${person} ${count}`).toSorted();

  test('finds many acts of one kind by one person within an hour, and interruptions', async () => {
    const { add, addActs, find } = createTestAudit();
    await addActs(['U1', 'revealed', 'answered'], atOnce(10));
    await addActs(['U2', 'revealed', 'answered'], atOnce(9));
    await addActs(['U2', 'revealed', 'refused'], atOnce(9));
    await addActs(['U3', 'revealed', 'refused'], atOnce(11));
    await addActs(['U4', 'looked_up', 'answered'], atOnce(61));
    await addActs(['U5', 'looked_up', 'answered'], atOnce(200), (place) => place % 59);
    const lost = { act: 'interrupted', outcome: 'failed', why: 'lost 3', person: '' } as const;
    await add({ ...lost, surface: 'audit', reference: '', numbers: [] }, 0);
    expect(inWords(await find())).toEqual([
      'interruption  3',
      'numbers U4 61',
      'refusals U3 11',
      'reveals U1 10',
    ]);
  });

  test('counts over any sixty minutes, not over full hours of the clock', async () => {
    const { addActs, find } = createTestAudit();
    const sinceFullHourMs = Date.now() % HOUR_MS;
    const acrossFullHour = [2, 2, 1, 1, 1, 0, 0, 0, 0, 0].map(
      (minutes) => sinceFullHourMs + minutes * MINUTE_MS,
    );
    await addActs(['U1', 'revealed', 'refused'], acrossFullHour);
    // The same number of acts over more than an hour is not reported.
    const tenApart = Array.from({ length: 10 }, (_, place) => (75 - place * 7) * MINUTE_MS);
    await addActs(['U2', 'revealed', 'refused'], tenApart);
    const [burst, ...others] = await find();
    expect(others).toEqual([]);
    expect(burst).toMatchObject({ what: 'refusals', person: 'U1', count: 10 });
    const reportedHourMs = burst?.hour.getTime() ?? 0;
    expect(reportedHourMs % HOUR_MS).toBe(0);
    expect((burst?.since.getTime() ?? 0) - reportedHourMs).toBeLessThan(0);
  });

  test('reports the next hour too when more acts follow in it', async () => {
    const { addActs, find } = createTestAudit();
    const sinceFullHourMs = Date.now() % HOUR_MS;
    const before = atOnce(12).map(() => sinceFullHourMs + MINUTE_MS);
    await addActs(['U1', 'revealed', 'answered'], before);
    expect(inWords(await find())).toEqual(['reveals U1 12']);
    await addActs(['U1', 'revealed', 'answered'], [sinceFullHourMs]);
    const [first, second] = await find();
    expect(inWords(await find())).toEqual(['reveals U1 12', 'reveals U1 13']);
    expect((second?.hour.getTime() ?? 0) - (first?.hour.getTime() ?? 0)).toBe(HOUR_MS);
  });
});

test('conspicuous acts are posted once for each person, kind and hour, in the channel’s language', async () => {
  const keys: string[] = [];
  const texts: string[] = [];
  const deps = featureDeps({
    stores: {
      conspicuousActs: { find: async () => [...found] },
      subscriptions: { list: async () => [] },
      watches: { findFor: async () => undefined },
    },
    slack: accessForEveryone,
    settings: { defaults: { zone: 'UTC', language: 'es' } },
    runtime: { now: () => now, log: recordLog().log },
    posting: {
      async postOnce({ key, view, channel }) {
        keys.push(key);
        texts.push((await view()).text);
        return { place: { channel, ts: '1' }, isNew: true };
      },
    },
  });
  await reportConspicuous('C9', deps, new AbortController().signal);
  expect(keys).toEqual([
    'audit:reveals:U1:2026-11-18T12',
    'audit:refusals:U1:2026-11-18T12',
    'audit:numbers:U2:2026-11-18T12',
    'audit:interruption::2026-11-18T12',
  ]);
  expect(texts[0]).toContain('Somebody (U1) vio números o textos completos 12 veces en una hora');
});

const family = golden('audit', ['reveals']);

describe.each(['en', 'es'] as const)('the message about conspicuous acts, in %s', (language) => {
  const t = auditTranslations(language);
  const options = { t, format: createChannelFormatter(t, 'UTC', now) };
  test.each(found)('reports $what', (one) => {
    family.state(one.what, language, conspicuousView(one, 'Ana <!here>', options));
  });
  test('reports lost audit entries', () => {
    const lost = { what: 'interruption', person: '', count: 3, since, hour } as const;
    family.state('interruption-lost', language, conspicuousView(lost, '', options));
  });
});
