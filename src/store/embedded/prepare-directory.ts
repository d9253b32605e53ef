/** Run as a process of its own: makes an embedded Postgres in the directory that is its argument, and ends. */
import { PGlite } from '@electric-sql/pglite';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory is missing');
const database = await PGlite.create(directory);
await database.close();
