import { openPostgres } from './postgres.ts';

// This script is a process of its own: it creates an embedded database in the folder of its first argument.
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory is missing');
process.umask(0o077);
try {
  const { database } = await openPostgres(directory);
  await database.close();
} catch (error) {
  // The parent process shows the last line; for an uncaught error, Node would print the library’s code.
  process.stderr.write(`${error instanceof Error ? error.message : 'it ended without a word'}\n`);
  process.exitCode = 1;
}
