/** A separate process: creates an embedded Postgres in the directory of its argument, and ends. */
import { openPostgres } from './postgres.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory is missing');
process.umask(0o077);
try {
  const { database } = await openPostgres(directory);
  await database.close();
} catch (error) {
  // The parent reads the last line: the library would print all of its code.
  process.stderr.write(`${error instanceof Error ? error.message : 'it ended without a word'}\n`);
  process.exitCode = 1;
}
