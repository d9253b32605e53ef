import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands, events, functions, scopes, shortcuts } from '../../src/features/index.ts';
import { SUBSCRIPTION_SUBCOMMANDS as SUBSCRIBING } from '../../src/features/summaries/input.ts';
import { WATCH_SUBCOMMANDS as WATCHING } from '../../src/features/watches/input.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));

/** Slack's schema, version 1, without parts that the bot does not use, such as workflows and datastores. */
const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'slack-manifest.schema.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

type Parameters = Readonly<Record<string, { readonly is_required: boolean; readonly type: string }>>;
interface Step {
  readonly input_parameters: Parameters;
  readonly output_parameters: Parameters;
}
const steps: Readonly<Record<string, Step>> = manifest.functions;

test('the manifest fits Slack’s schema', () => {
  const isValid = ajv.validate(schema, manifest);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
  // The schema refuses unknown keys.
  expect(ajv.validate(schema, { ...manifest, novelty: true })).toBe(false);
  expect(ajv.validate(schema, { ...manifest, features: { ...manifest.features, novelty: true } })).toBe(
    false,
  );
});

test('`slack run` gets the same manifest for Socket Mode, without addresses, and starts the bot', () => {
  const { hooks } = JSON.parse(readFileSync('.slack/hooks.json', 'utf8'));
  const printed = JSON.parse(execSync(hooks['get-manifest'], { encoding: 'utf8' }));
  ajv.validate(schema, printed);
  expect(ajv.errors ?? []).toEqual([]);
  expect(JSON.stringify(printed)).not.toContain('example.com');
  expect(printed.settings.socket_mode_enabled).toBe(true);
  expect(printed.oauth_config).toEqual(manifest.oauth_config);
  expect(printed.settings.event_subscriptions.bot_events.toSorted()).toEqual([...events].sort());
  expect(printed.functions).toEqual(manifest.functions);
  expect(hooks.start).toBe('npm --silent start');
});

test('both tabs are on, because without the messages tab the bot cannot send direct messages', () => {
  expect(manifest.features.app_home).toEqual({
    home_tab_enabled: true,
    messages_tab_enabled: true,
    messages_tab_read_only_enabled: false,
  });
});

test('the manifest lists exactly the commands of the features', () => {
  const named = manifest.features.slash_commands.map(({ command }: { command: string }) => command);
  expect(named.toSorted()).toEqual([...commands].sort());
});

test('the manifest lists exactly the events that the features handle', () => {
  const listed: string[] = manifest.settings.event_subscriptions.bot_events;
  expect(listed.toSorted()).toEqual([...events].sort());
});

test('the manifest lists exactly the shortcuts of the features', () => {
  const named = manifest.features.shortcuts.map(
    ({ type, callback_id: id }: { type: string; callback_id: string }) => [type, id],
  );
  expect(Object.fromEntries(named)).toEqual(shortcuts);
  expect(named).toHaveLength(Object.keys(shortcuts).length);
});

test('the manifest lists exactly the steps of the features, with complete parameters', () => {
  expect(Object.keys(steps)).toEqual(functions);
  expect(manifest.settings).toMatchObject({ org_deploy_enabled: true, function_runtime: 'remote' });
  for (const { input_parameters: inputs, output_parameters: outputs } of Object.values(steps)) {
    for (const [key, parameter] of Object.entries({ ...inputs, ...outputs }))
      expect(parameter).toEqual({
        type: expect.stringMatching(/^(?:string|slack#\/types\/\w+)$/),
        name: key,
        title: expect.stringMatching(/^.{3,30}$/),
        description: expect.stringMatching(/\.$/),
        is_required: expect.any(Boolean),
      });
  }
});

test.each([
  ['/sms-report', ['subscribe', 'subscriptions', 'unsubscribe'], SUBSCRIBING],
  ['/sms-check', ['watch', 'watches', 'unwatch'], WATCHING],
])('the hint of %s names its subcommands', (name, words, known) => {
  const { usage_hint: hint } = manifest.features.slash_commands.find(
    ({ command }: { command: string }) => command === name,
  );
  expect(known).toEqual(expect.arrayContaining(words));
  expect(hint.split(/[^a-z]+/)).toEqual(expect.arrayContaining(words));
});

test('the manifest requests exactly the scopes that the app uses', () => {
  const { bot, bot_optional: optional, ...others } = manifest.oauth_config.scopes;
  expect(others).toEqual({});
  // Slack requires the optional scopes in both lists.
  expect(bot.toSorted()).toEqual([...scopes.required, ...scopes.optional.keys()].sort());
  expect(optional.toSorted()).toEqual([...scopes.optional.keys()].sort());
});

test('commands that accept channels receive them with their ids', () => {
  const escaping = manifest.features.slash_commands.filter(
    ({ should_escape }: { should_escape: boolean }) => should_escape,
  );
  expect(escaping.map(({ command }: { command: string }) => command).toSorted()).toEqual([
    '/sms-check',
    '/sms-report',
  ]);
});

test('commands, interactivity and events use the address that the bot listens on', () => {
  const addresses = [
    ...manifest.features.slash_commands.map(({ url }: { url: string }) => url),
    manifest.settings.interactivity.request_url,
    manifest.settings.event_subscriptions.request_url,
  ];
  for (const address of addresses) expect(new URL(address).pathname).toBe('/slack/events');
});
