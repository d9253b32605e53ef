import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { WATCH_SUBCOMMANDS as WATCHING } from '../../src/features/incidents/watch/input.ts';
import { commands, events, scopes } from '../../src/features/index.ts';
import { SUBSCRIPTION_SUBCOMMANDS as SUBSCRIBING } from '../../src/features/summaries/input.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));

const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'slack-manifest.schema.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

test('the manifest is one that Slack takes', () => {
  const isValid = ajv.validate(schema, manifest);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
  // The schema does bite: it refuses what it does not know.
  expect(ajv.validate(schema, { ...manifest, novelty: true })).toBe(false);
});

test('`slack run` is told the same for Socket Mode, without the addresses, and starts the bot as ever', () => {
  const { hooks } = JSON.parse(readFileSync('.slack/hooks.json', 'utf8'));
  const told = JSON.parse(execSync(hooks['get-manifest'], { encoding: 'utf8' }));
  ajv.validate(schema, told);
  expect(ajv.errors ?? []).toEqual([]);
  expect(JSON.stringify(told)).not.toContain('example.com');
  expect(told.settings.socket_mode_enabled).toBe(true);
  expect(told.oauth_config).toEqual(manifest.oauth_config);
  expect(told.settings.event_subscriptions.bot_events).toEqual(events);
  expect(hooks.start).toBe('npm --silent start');
});

test('the Messages tab is on, without which Slack takes no direct message of the bot’s', () => {
  expect(manifest.features.app_home).toEqual({
    home_tab_enabled: false,
    messages_tab_enabled: true,
    messages_tab_read_only_enabled: false,
  });
});

test('the manifest names the commands of the features, and no others', () => {
  const named = manifest.features.slash_commands.map(({ command }: { command: string }) => command);
  expect(named.toSorted()).toEqual([...commands].sort());
});

test('the app is told of the events that the features answer, and no others', () => {
  expect(manifest.settings.event_subscriptions.bot_events).toEqual(events);
  expect(events).toEqual(['app_mention', 'message.im']);
});

test.each([
  ['/sms-report', ['subscribe', 'subscriptions', 'unsubscribe'], SUBSCRIBING],
  ['/sms-check', ['watch', 'watches', 'unwatch'], WATCHING],
])('the hint of %s names what it also takes', (name, words, known) => {
  const { usage_hint: hint } = manifest.features.slash_commands.find(
    ({ command }: { command: string }) => command === name,
  );
  expect(known).toEqual(expect.arrayContaining(words));
  expect(hint.split(/[^a-z]+/)).toEqual(expect.arrayContaining(words));
});

test('the app asks for the scopes it uses, and no others', () => {
  const { bot, bot_optional: optional, ...others } = manifest.oauth_config.scopes;
  expect(others).toEqual({});
  // Slack wants the optional ones in both lists.
  expect(bot.toSorted()).toEqual([...scopes.required, ...scopes.optional.keys()].sort());
  expect(optional.toSorted()).toEqual([...scopes.optional.keys()].sort());
  expect(scopes.required.toSorted()).toEqual([
    'app_mentions:read',
    'chat:write',
    'commands',
    'files:write',
    'im:history',
    'im:write',
    'usergroups:read',
    'users:read',
  ]);
  expect(optional).toEqual([
    'channels:history',
    'channels:read',
    'groups:history',
    'groups:read',
    'metadata.message:read',
  ]);
});

test('channels typed after a command that takes them come with their ids', () => {
  const escaping = manifest.features.slash_commands.filter(
    ({ should_escape }: { should_escape: boolean }) => should_escape,
  );
  expect(escaping.map(({ command }: { command: string }) => command).toSorted()).toEqual([
    '/sms-check',
    '/sms-report',
  ]);
});

test('commands and interactivity come to the address the bot listens on', () => {
  const addresses = [
    ...manifest.features.slash_commands.map(({ url }: { url: string }) => url),
    manifest.settings.interactivity.request_url,
    manifest.settings.event_subscriptions.request_url,
  ];
  for (const address of addresses) expect(new URL(address).pathname).toBe('/slack/events');
});
