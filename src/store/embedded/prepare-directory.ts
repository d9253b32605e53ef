/** Run as a process of its own: makes an embedded Postgres in the directory that is its argument, and ends. */
import { openPostgres } from './postgres.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory is missing');
const database = await openPostgres(directory);
await database.close();
