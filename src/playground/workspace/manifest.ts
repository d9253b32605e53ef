import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

/** What Slack knows of the app. */
export interface Manifest {
  readonly name: string;
  /** What the bot's token may do. */
  readonly scopes: readonly string[];
  readonly commands: readonly {
    /** With its slash. */
    readonly command: string;
    readonly description: string;
    readonly usageHint: string;
    /** Whether Slack names channels and people in its text by their ids. */
    readonly escapes: boolean;
  }[];
}

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  features: z.object({
    slash_commands: z.array(
      z.object({
        command: z.string(),
        description: z.string(),
        usage_hint: z.string().default(''),
        should_escape: z.boolean().default(false),
      }),
    ),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** Reads the manifest in the project's folder. */
export async function readManifest(): Promise<Manifest> {
  const text = await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8');
  const { display_information, features, oauth_config } = manifestSchema.parse(parse(text));
  return {
    name: display_information.name,
    scopes: oauth_config.scopes.bot,
    commands: features.slash_commands.map(({ command, description, usage_hint, should_escape }) => ({
      command,
      description,
      usageHint: usage_hint,
      escapes: should_escape,
    })),
  };
}
