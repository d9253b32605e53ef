import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { workspaceOfAccount } from '../domain/workspace-account.ts';
import { createSealer, readKey, type Sealer, sealerFor } from '../runtime/crypto.ts';

interface KeySettings {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKey: Buffer | undefined;
  readonly secretKeyPrevious: Buffer | undefined;
}

/** Opens what the bot has sealed, with its keys. None is made. @throws ConfigError where there is none */
export async function loadSealer(settings: KeySettings): Promise<Sealer> {
  return createSealer(settings.secretKey ?? (await keyInFolder(settings)), settings.secretKeyPrevious);
}

async function keyInFolder({ databaseUrl, dataDir }: KeySettings): Promise<Buffer> {
  if (databaseUrl !== undefined) throw new ConfigError(['SECRET_KEY is required with DATABASE_URL']);
  const key = await readKey(dataDir);
  if (key) return key;
  throw new ConfigError([`SECRET_KEY is required: there is no ${join(dataDir, 'secret.key')}`]);
}

/** What opens the rows of an account: each of several workspaces has sealed its own for itself. */
export function accountSealer(account: string, sealer: Sealer): Sealer {
  const workspace = workspaceOfAccount(account);
  return workspace === undefined ? sealer : sealerFor(workspace, sealer);
}
