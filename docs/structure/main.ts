import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { figures } from './figures.ts';
import { picture } from './picture.ts';
import { linterRules } from './rules.ts';
import { readSources } from './sources.ts';

/** `npm run structure`: prints the figures of the code's structure; `--rules` and `--picture` write anew what is made of them. */
const { values } = parseArgs({ options: { rules: { type: 'boolean' }, picture: { type: 'boolean' } } });
if (values.rules) writeFileSync('biome.rooms.json', linterRules());
else if (values.picture) writeFileSync('docs/pictures/rooms.svg', picture(readSources('src', 'tools')));
else process.stdout.write(`${figures()}\n`);
