import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';

const mark = z.object({
  to: z.string(),
  at: z.coerce.date(),
  /** False until the server has confirmed the commit of the move; the mark is written just before it. */
  isKept: z.boolean(),
});

export type MovedMark = z.infer<typeof mark>;

const markPath = (directory: string) => join(directory, 'moved.json');

export async function readMoved(directory: string): Promise<MovedMark | undefined> {
  const path = markPath(directory);
  try {
    return mark.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    const message = `${path} cannot be read, so it is unknown whether the database in ${directory} was moved to a server. If a bot uses it there, set DATABASE_URL. To continue with the folder, make sure that no bot does, and delete the file`;
    throw new DatabaseError(message, { code: 'moved', cause: error });
  }
}

/** Marks a folder as moved, atomically: after a power failure, the file has its old or its new content. */
export async function markMoved(directory: string, moved: MovedMark): Promise<void> {
  const path = markPath(directory);
  const draft = `${path}.new`;
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(`${JSON.stringify(moved)}\n`);
    await file.sync();
  }
  await rename(draft, path);
  await using folder = await open(directory);
  await folder.sync();
}

/** @throws DatabaseError if the database was moved to a server, where another bot may already use it */
export async function refuseMoved(directory: string): Promise<void> {
  const moved = await readMoved(directory);
  if (!moved) return;
  const path = markPath(directory);
  const message = moved.isKept
    ? `The database in ${directory} is at ${moved.to} since ${moved.at.toUTCString()}: set DATABASE_URL. To continue with the folder as it was then, without all later changes, delete ${path}`
    : `The move of ${directory} to ${moved.to} was interrupted in its last step, so it is unknown whether the copy is complete: run npm run move again. To continue with the folder, make sure that no bot uses the copy, and delete ${path}`;
  throw new DatabaseError(message, { code: 'moved' });
}
