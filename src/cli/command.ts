import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, type Environment, type ProcessConfig } from '../config.ts';
import { type Msisdn, parseMsisdn } from '../domain/messages/msisdn.ts';
import { workspaceOfAccount } from '../domain/workspace-account.ts';
import { createSealer, readKey, type Sealer, sealerFor } from '../runtime/crypto.ts';
import { DatabaseError } from '../store/connection.ts';
import { MoveError } from '../store/move/move.ts';
import type { Io, Main } from './run-main.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

interface Command<T extends Options> {
  readonly usage: string;
  readonly options: T;
  /** What has not been done where it fails, as the beginning of a sentence. */
  readonly undone: string;
  /** @returns the exit code @throws UsageError where the options do not go together or mean nothing */
  run(values: Values<T>, env: Environment, io: Io): Promise<number>;
}

/** What was typed cannot be understood. */
export class UsageError extends Error {}

export const DONE = 0;
/** Not done, or something was found, or is pending. */
export const NOT_DONE = 1;
/** The command, or a setting, cannot be understood. */
const NOT_UNDERSTOOD = 2;

/** A command that never rejects: failures are sentences, and exit codes mean the same in every command. */
export function createCommand<T extends Options>({ usage, options, undone, run }: Command<T>): Main {
  return async (argv, env, io) => {
    try {
      const values = read(options, argv);
      if (values !== undefined) return await run(values, env, io);
      io.out(usage);
      return DONE;
    } catch (error) {
      io.err(`${explain(error, usage, undone)}\n`);
      return error instanceof UsageError || error instanceof ConfigError ? NOT_UNDERSTOOD : NOT_DONE;
    }
  };
}

function explain(error: unknown, usage: string, undone: string): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage.trimEnd()}`;
  if (error instanceof ConfigError) return error.message;
  if (error instanceof DatabaseError || error instanceof MoveError) return `${error.message}.`;
  // Of what a server refuses, such as a role that is not there, its own words.
  return `${undone}: ${error instanceof Error ? error.message : 'unknown'}.`;
}

/** @returns `undefined` where help is asked for */
function read<T extends Options>(options: T, argv: readonly string[]): Values<T> | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
    });
    return 'help' in values && values.help === true ? undefined : values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

export function numberIn(typed: string, defaultRegion: string): Msisdn {
  const msisdn = parseMsisdn(typed, defaultRegion);
  if (msisdn === undefined) throw new UsageError('--number is no number that can be read.');
  return msisdn;
}

/** The id of a workspace or organisation. @throws UsageError */
export function workspaceIn(typed: string | undefined): string | undefined {
  if (typed === undefined || /^[TE][A-Z0-9]+$/.test(typed)) return typed;
  throw new UsageError('--workspace is the id of a workspace such as T0123456789.');
}

type KeySettings = Pick<ProcessConfig, 'databaseUrl' | 'dataDir' | 'secretKey' | 'secretKeyPrevious'>;

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
