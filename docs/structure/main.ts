import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { figures } from './figures.ts';
import { picture } from './picture.ts';
import { linterRules } from './rules.ts';
import { readSources } from './sources.ts';

/** `npm run structure` prints figures of the code; `--rules` and `--picture` regenerate the derived files. */
const { values } = parseArgs({ options: { rules: { type: 'boolean' }, picture: { type: 'boolean' } } });
if (values.rules) writeFileSync('biome.rooms.json', linterRules());
else if (values.picture) writeFileSync('docs/pictures/rooms.svg', picture(readSources('src', 'tools')));
else process.stdout.write(`${figures()}\n`);
