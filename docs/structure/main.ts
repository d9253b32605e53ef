import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { figures } from './figures.ts';
import { picture } from './picture.ts';
import { linterRules } from './rules.ts';
import { MOST, sizes } from './sizes.ts';
import { readSources } from './sources.ts';

/** `npm run structure`: prints the figures of the code's structure; `--rules` and `--picture` write anew what is made of them. */
const { values } = parseArgs({ options: { rules: { type: 'boolean' }, picture: { type: 'boolean' } } });
if (values.rules) writeFileSync('biome.rooms.json', linterRules());
else if (values.picture) writeFileSync('docs/pictures/rooms.svg', picture(readSources('src', 'tools')));
else {
  const bounded = Object.entries(sizes()).map(
    ([what, size]) => `  ${what}: ${size} of at most ${MOST[what as keyof typeof MOST]}`,
  );
  process.stdout.write(`${figures()}\nbounds:\n${bounded.join('\n')}\n`);
}
