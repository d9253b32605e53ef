import { openPostgres } from './postgres.ts';

// This script runs as a child process: it creates an embedded database in the folder of its first argument.
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory is missing');
process.umask(0o077);
try {
  const { database } = await openPostgres(directory);
  await database.close();
} catch (error) {
  // The parent shows the last line of stderr, which for an uncaught error would not be the error’s message.
  process.stderr.write(`${error instanceof Error ? error.message : 'it ended without a word'}\n`);
  process.exitCode = 1;
}
