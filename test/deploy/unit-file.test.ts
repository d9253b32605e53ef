import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBotConfig, loadConfig } from '../../src/config.ts';
import { temporaryDirectory } from '../support/store.ts';
import { hasProgram } from './tools.ts';

const path = 'deploy/sms-desk.service';
const lines = readFileSync(path, 'utf8').split('\n');

test('the bot starts with only the credentials and settings of the unit file', () => {
  const folder = temporaryDirectory();
  const environment = { SMS_BASE_URL: 'https://sms.example.com' } as Record<string, string>;
  for (const line of lines) {
    const [, credential = '', path = ''] = /^LoadCredential=(\w+):(.+)$/.exec(line) ?? [];
    const prefix = { SLACK_BOT_TOKEN: 'xoxb-' }[credential] ?? '';
    if (credential) writeFileSync(join(folder, credential), `${prefix}canary-${basename(path)}\n`);
    const [, settings = ''] = /^Environment=(.+)$/.exec(line) ?? [];
    for (const [name = '', value = ''] of settings.split(' ').map((one) => one.split('=')))
      environment[name] = value.replace('%d', folder);
  }
  const { slack, platform, dataDir } = loadConfig(environment);
  expect(slack).toMatchObject({
    botToken: 'xoxb-canary-SLACK_BOT_TOKEN',
    signingSecret: 'canary-SLACK_SIGNING_SECRET',
  });
  expect(platform).toMatchObject({ password: 'canary-SMS_PASSWORD', reportToken: 'canary-SMS_REPORT_TOKEN' });
  expect(`/var/lib/${/^StateDirectory=(.+)$/m.exec(lines.join('\n'))?.[1]}`).toBe(dataDir);
});

test('with the lines for several workspaces the bot reads their file and its secrets', async () => {
  const folder = temporaryDirectory();
  const key = Buffer.alloc(32, 'canary').toString('base64');
  const environment: Record<string, string> = { SLACK_CLIENT_ID: '1.2' };
  const used = lines.map((line) => line.replace(/^#(?=LoadCredential=|Environment=)/, ''));
  for (const line of used.filter((line) => !/SLACK_BOT_TOKEN|SMS_/.test(line))) {
    const [, credential = ''] = /^LoadCredential=(\w+):\/etc\/sms-desk\/secrets\//.exec(line) ?? [];
    if (credential) writeFileSync(join(folder, credential), credential === 'SECRET_KEY' ? key : 'canary');
    const [, settings = ''] = /^Environment=(.+)$/.exec(line) ?? [];
    for (const [name = '', value = ''] of settings.split(' ').map((one) => one.split('=')))
      environment[name] = value.replace('%d', folder);
  }
  // As systemd names the credentials of a folder.
  const [, prefix] =
    used.map((line) => /^LoadCredential=(\w+):\/etc\/sms-desk\/workspaces$/.exec(line)).find(Boolean) ?? [];
  for (const name of ['email', 'password', 'token']) writeFileSync(join(folder, `${prefix}_${name}`), name);
  const list = `T1:\n  SMS_BASE_URL: https://sms.example.com\n  SMS_EMAIL_FILE: ${prefix}_email\n  SMS_PASSWORD_FILE: ${prefix}_password\n  SMS_REPORT_TOKEN_FILE: ${prefix}_token\n`;
  writeFileSync(join(folder, `${prefix}_workspaces.yml`), list);
  const config = await loadBotConfig(environment);
  expect('workspaces' in config && config.workspaces.get('T1')?.platform).toMatchObject({ email: 'email' });
});

describe.skipIf(!hasProgram('systemd-analyze', 'the check of the unit file'))('systemd', () => {
  const analyze = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return { said: `${stdout}${stderr}`, status };
  };

  test('finds no fault in the unit file', () => {
    const unit = join(temporaryDirectory(), 'sms-desk.service');
    // Node may have another path on this machine.
    const own = readFileSync(path, 'utf8').replace('/usr/bin/node', process.execPath);
    writeFileSync(unit, own);
    expect(analyze('verify', unit)).toEqual({ said: '', status: 0 });
    writeFileSync(unit, own.replace('ProtectSystem=strict', 'ProtectSystm=strict'));
    expect(analyze('verify', unit).said).toContain('ProtectSystm');
  });

  test('rates the unit as well protected', () => {
    const folder = temporaryDirectory();
    cpSync(path, join(folder, 'sms-desk.service'));
    const { said } = analyze(
      'security',
      '--offline=true',
      '--threshold=20',
      join(folder, 'sms-desk.service'),
    );
    expect(Number(/exposure level for sms-desk.service: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
  });
});
