/** Queries an embedded database while it closes, in a process of its own that ends by itself. */
import { createLog } from '../../../src/ops/log.ts';
import { IN_MEMORY } from '../../../src/store/connection.ts';
import { openDatabase } from '../../../src/store/database.ts';

const { run, open, close } = openDatabase({ dataDir: IN_MEMORY, log: createLog({ level: 'silent' }) });
await open();
const asked = run('select 1');
const closing = close();
await new Promise(setImmediate);
const late = run('select 2').catch(({ message }: Error) => message);
await closing;
await asked;
process.stdout.write(`closed, ${await late}\n`);
