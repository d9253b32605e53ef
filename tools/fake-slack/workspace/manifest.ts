import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const command = z
  .object({
    command: z.string(),
    description: z.string(),
    usage_hint: z.string().default(''),
    should_escape: z.boolean().default(false),
  })
  .transform(({ usage_hint: usageHint, should_escape: escapes, ...rest }) => ({
    ...rest,
    usageHint,
    escapes,
  }));

const shortcut = z
  .object({
    type: z.enum(['message', 'global']),
    callback_id: z.string(),
    name: z.string(),
    description: z.string(),
  })
  .transform(({ callback_id: callbackId, ...rest }) => ({ ...rest, callbackId }));

const parameter = z
  .object({
    type: z.string(),
    title: z.string(),
    description: z.string().default(''),
    is_required: z.boolean().default(false),
  })
  .transform(({ is_required: isRequired, ...rest }) => ({ ...rest, isRequired }));

/** Parameters of a workflow step. In version 1 of Slack's manifest, they are an object with names as keys. */
const parameters = z
  .record(z.string(), parameter)
  .default({})
  .transform((given) => Object.entries(given).map(([name, rest]) => ({ name, ...rest })));

const step = z.object({
  title: z.string(),
  description: z.string(),
  input_parameters: parameters,
  output_parameters: parameters,
});

const schema = z.object({
  display_information: z.object({ name: z.string(), description: z.string() }),
  features: z.object({
    app_home: z.object({ home_tab_enabled: z.boolean(), messages_tab_enabled: z.boolean() }),
    slash_commands: z.array(command),
    shortcuts: z.array(shortcut).default([]),
  }),
  functions: z.record(z.string(), step).default({}),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
});

export type Manifest = Awaited<ReturnType<typeof readManifest>>;

export async function readManifest() {
  const text = await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8');
  const { display_information: information, features, functions, ...rest } = schema.parse(parse(text));
  const { slash_commands: commands, shortcuts, app_home: home } = features;
  return {
    ...information,
    scopes: rest.oauth_config.scopes.bot,
    homeTab: home.home_tab_enabled,
    messagesTab: home.messages_tab_enabled,
    events: rest.settings.event_subscriptions.bot_events,
    commands,
    shortcuts,
    steps: Object.entries(functions).map(
      ([callbackId, { title, description, input_parameters: inputs, output_parameters: outputs }]) => ({
        callbackId,
        title,
        description,
        inputs,
        outputs,
      }),
    ),
  };
}
