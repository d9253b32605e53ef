import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  features: z.object({
    slash_commands: z.array(
      z
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
        })),
    ),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** What Slack knows of the app: its name, what its token may do, and its commands with their slashes. */
export type Manifest = Awaited<ReturnType<typeof readManifest>>;

/** Reads the manifest in the project's folder. */
export async function readManifest() {
  const text = await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8');
  const { display_information, features, oauth_config } = manifestSchema.parse(parse(text));
  const { slash_commands: commands } = features;
  return { name: display_information.name, scopes: oauth_config.scopes.bot, commands };
}
