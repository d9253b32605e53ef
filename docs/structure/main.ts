import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { figures } from './figures.ts';
import { linterRules } from './rules.ts';

/** `npm run structure`: prints the figures of the code's structure; `--rules` writes the linter's rules anew. */
const { values } = parseArgs({ options: { rules: { type: 'boolean' } } });
if (values.rules) writeFileSync('biome.rooms.json', linterRules());
else process.stdout.write(`${figures()}\n`);
