import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Chrome DevTools Protocol, `Profiler.Profile`: a tree of call frames, and the node and time (µs) of each sample. */
const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).default([]),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

type Profile = z.infer<typeof profileSchema>;
type Frame = Profile['nodes'][number]['callFrame'];

/** A sample belongs to the innermost frame with a cause; frames without one belong to their caller. */
const CAUSES: readonly (readonly [cause: string, isOf: (frame: Frame) => boolean])[] = [
  ['garbage collection', named('(garbage collector)')],
  ['idle', named('(idle)')],
  ['audit', at(/\/src\/store\/audit\//)],
  ['database', at(/\/src\/store\/|\/node_modules\/(kysely|pg|pg-boss|@electric-sql)\//)],
  ['sealing and signing', at(/\/src\/runtime\/crypto|\/node_modules\/tsscmp\/|verify-request/)],
  ['got', at(/\/node_modules\/(got|@szmarczak|cacheable-\w+|keyv|responselike|@sindresorhus)\//)],
  ['logging and metrics', at(/\/src\/ops\/|\/node_modules\/(pino|prom-client|sonic-boom|thread-stream)\//)],
  ['answer to Slack', at(/\/node_modules\/undici\/|\/src\/slack\/connection\/(http|web-client)|undici/)],
  ['Bolt', at(/\/node_modules\/(@slack|express|router|body-parser|raw-body|qs|axios)\//)],
  ['platform client', at(/\/src\/upstream\//)],
  ['listeners', at(/\/src\/slack\/(listeners|connection)\//)],
  ['blocks and texts', at(/\/src\/(slack|features|i18n|domain|posting)\//)],
  ['sockets and HTTP of Node', at(/^node:(_http|net|http|internal\/(stream|http|js_stream)|stream)/)],
];

function named(name: string) {
  return ({ functionName }: Frame) => functionName === name;
}

function at(pattern: RegExp) {
  return ({ url }: Frame) => pattern.test(url);
}

/** @returns the busy milliseconds of a profile by cause, the largest first */
export function causesOf(profile: Profile): readonly (readonly [cause: string, ms: number])[] {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const causes = new Map<number, string>();
  const mark = (id: number, callers: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const cause = CAUSES.find(([, isOf]) => isOf(node.callFrame))?.[0];
    // Node's own functions belong to the library or the part of the bot that calls them.
    const isOwn = cause !== undefined && (cause !== 'sockets and HTTP of Node' || callers === OTHER);
    const own = isOwn ? cause : callers;
    causes.set(id, own);
    for (const child of node.children) mark(child, own);
  };
  const [root] = profile.nodes;
  if (root) mark(root.id, OTHER);
  const sums = new Map<string, number>();
  for (const [index, id] of profile.samples.entries()) {
    const cause = causes.get(id) ?? OTHER;
    sums.set(cause, (sums.get(cause) ?? 0) + (profile.timeDeltas[index] ?? 0) / 1_000);
  }
  sums.delete('idle');
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

const OTHER = 'other';

export async function readProfiles(folder: string): Promise<Profile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  return Promise.all(
    names.map(async (name) => profileSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
}
