import { describe, expect, test } from 'vitest';
import type { Installation } from '../../../src/domain/installation.ts';
import { createSealer, type Sealer } from '../../../src/runtime/crypto.ts';
import { createInstallations } from '../../../src/store/installations/installations.ts';
import { recordLog } from '../../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const KEY = Buffer.alloc(32, 'canary');
const OTHER_KEY = Buffer.alloc(32, 'another');
const AT = new Date('2026-11-20T10:00:00Z');

const inT1: Installation = {
  id: 'T1',
  isOrganization: false,
  botToken: 'xoxe.xoxb-canary-one',
  refreshToken: 'xoxe-canary-one',
  expiresAt: new Date('2026-11-20T22:00:00Z'),
  botUserId: 'UBOT',
  scopes: ['commands', 'chat:write'],
  installedBy: 'U1',
  installedAt: AT,
};

describe.each(databases)('installations, %s', (_, url) => {
  const database = suiteDatabase(url);
  const createTestInstallations = (
    account = uniqueName(),
    { rememberedMs = 0, key = KEY, log = recordLog().log } = {},
  ) =>
    createInstallations({ db: database().db, account, sealer: createSealer(key), log, ttlMs: rememberedMs });

  test('are stored as given, and a new one replaces the old one', async () => {
    const installations = createTestInstallations();
    expect(await installations.find('T1')).toBeUndefined();
    await installations.save(inT1);
    expect(await installations.find('T1')).toEqual({ ...inT1, version: 1 });
    const later = {
      id: 'T1',
      isOrganization: false,
      botToken: 'xoxb-canary-two',
      scopes: [],
      installedAt: AT,
    };
    await installations.save(later);
    expect(await installations.find('T1')).toMatchObject({ ...later, version: 2 });
    expect((await installations.find('T1'))?.refreshToken).toBeUndefined();
    expect(await installations.find('T2')).toBeUndefined();
  });

  test('that the key does not open still exist, and are logged once each', async () => {
    const account = uniqueName();
    const { log, lines } = recordLog();
    const installations = createTestInstallations(account, { log });
    const others = createTestInstallations(account, { key: OTHER_KEY });
    expect(await installations.hasAny(['T1', 'E1'])).toBe(false);
    for (const saves of [1, 2]) {
      await others.save(inT1);
      for (let attempt = 0; attempt < 3; attempt += 1) expect(await installations.read('T1')).toBeUndefined();
      expect(await installations.hasAny(['E1', 'T1'])).toBe(true);
      expect(lines).toHaveLength(saves);
      expect(lines.at(-1)).toMatchObject({ level: 'error', installation: 'T1' });
      await installations.save(inT1);
      expect(await installations.read('T1')).toMatchObject(inT1);
    }
    await installations.remove('T1');
    expect(await installations.hasAny(['E1', 'T1'])).toBe(false);
  });

  test('are sealed: no row contains a token, and no other key or id opens one', async () => {
    const account = uniqueName();
    await createTestInstallations(account).save(inT1);
    const { db } = database();
    const mine = () => db.selectFrom('installations').selectAll().where('account', '=', account);
    const rows = await mine().execute();
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(await createTestInstallations(account, { key: OTHER_KEY }).find('T1')).toBeUndefined();
    const [row] = rows;
    if (!row) throw new Error('there is no row');
    await db
      .insertInto('installations')
      .values({ ...row, id: 'T2' })
      .execute();
    expect(await createTestInstallations(account).find('T2')).toBeUndefined();
  });

  test('are cached, and changes by the same process are visible at once', async () => {
    const account = uniqueName();
    const [one, other] = [1, 2].map(() => createTestInstallations(account, { rememberedMs: 60_000 }));
    await one?.save(inT1);
    expect(await other?.find('T1')).toMatchObject({ botToken: inT1.botToken });
    await one?.save({ ...inT1, botToken: 'xoxb-canary-two' });
    expect(await one?.find('T1')).toMatchObject({ botToken: 'xoxb-canary-two' });
    expect(await other?.find('T1')).toMatchObject({ botToken: inT1.botToken });
    expect(await other?.read('T1')).toMatchObject({ botToken: 'xoxb-canary-two' });
    expect(await other?.find('T1')).toMatchObject({ botToken: 'xoxb-canary-two' });
    // A missing installation is not cached.
    expect(await other?.find('T2')).toBeUndefined();
    await one?.save({ ...inT1, id: 'T2' });
    expect(await other?.find('T2')).toMatchObject({ id: 'T2' });
  });

  test('are sealed again with a new key, and then no longer need the old one', async () => {
    const account = uniqueName();
    const by = (sealer: Sealer) =>
      createInstallations({ db: database().db, account, sealer, log: recordLog().log, ttlMs: 0 });
    await by(createSealer(KEY)).save(inT1);
    await by(createSealer(OTHER_KEY, KEY)).reseal();
    expect(await by(createSealer(OTHER_KEY)).find('T1')).toEqual({ ...inT1, version: 1 });
    expect(await by(createSealer(KEY)).find('T1')).toBeUndefined();
    await by(createSealer(KEY)).reseal();
    expect(await by(createSealer(OTHER_KEY)).find('T1')).toBeDefined();
  });

  test('accept one renewed token per version that was read', async () => {
    const installations = createTestInstallations();
    await installations.save(inT1);
    const read = await installations.read('T1');
    if (!read) throw new Error('it is not there');
    const renewed = { botToken: 'xoxe.xoxb-canary-two', refreshToken: 'xoxe-canary-two', expiresAt: AT };
    expect(await installations.renew(read, renewed)).toBe(true);
    expect(await installations.renew(read, { ...renewed, botToken: 'xoxe.xoxb-late' })).toBe(false);
    expect(await installations.find('T1')).toEqual({ ...inT1, ...renewed, version: 2 });
  });

  test('are removed unless they are newer, and listed as removed until they are forgotten', async () => {
    const installations = createTestInstallations();
    await installations.save(inT1);
    expect(await installations.remove('T1', { notAfter: new Date(AT.getTime() - 1) })).toBe(false);
    expect(await installations.find('T1')).toBeDefined();
    expect(await installations.remove('T1', { notAfter: AT })).toBe(true);
    expect(await installations.remove('T1')).toBe(false);
    expect(await installations.find('T1')).toBeUndefined();
    expect(await installations.removed()).toEqual([{ id: 'T1', agoMs: expect.any(Number) }]);
    await installations.save(inT1);
    expect(await installations.removed()).toEqual([]);
    await installations.forget('T1');
    expect(await installations.find('T1')).toBeDefined();
    await installations.remove('T1');
    await installations.forget('T1');
    expect(await installations.removed()).toEqual([]);
  });
});
