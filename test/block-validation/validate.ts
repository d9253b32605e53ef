import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ErrorCode, type View, type WebClient } from '@slack/web-api';
import { z } from 'zod';

/** A message or form that Slack refuses. */
export interface Refusal {
  /** The name of the file. */
  readonly name: string;
  /** Where and why, such as `/blocks/0/text: must be an object`. */
  readonly faults: readonly string[];
}

const refusal = z.object({
  code: z.literal(ErrorCode.PlatformError),
  data: z.object({
    error: z.enum(['invalid_blocks', 'invalid_message', 'invalid_view']),
    errors: z.array(z.object({ pointer: z.string().optional(), message: z.string() })).default([]),
  }),
});

/** Lets Slack validate each JSON file of a folder. @throws any other error of Slack */
export async function validateFiles(client: WebClient, folder: string): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  // One after the other, because Slack documents no rate limit for this method.
  for (const name of filesIn(folder)) {
    const sent: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    try {
      await client.blocks.validate(argumentsFor(sent));
    } catch (error) {
      const { data } = refusal.safeParse(error);
      if (data === undefined) throw error;
      const faults = data.data.errors.map(({ pointer = '', message }) => `${pointer}: ${message}`);
      refusals.push({ name, faults: faults.length > 0 ? faults : [data.data.error] });
    }
  }
  return refusals;
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder).toSorted();
}

const message = z.object({ blocks: z.array(z.looseObject({ type: z.string() })) });

/** A form or a Home is sent unchanged, a message without its text: Slack validates only blocks. */
function argumentsFor(sent: unknown) {
  const isView = z.object({ type: z.enum(['modal', 'home']) }).safeParse(sent).success;
  return isView ? { view: sent as View } : { message: message.parse(sent) };
}
