import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, type Environment, type ProcessConfig } from '../config.ts';
import { type Msisdn, parseMsisdn } from '../domain/messages/msisdn.ts';
import { createSealer, readKey, type Sealer } from '../runtime/crypto.ts';
import { DatabaseError } from '../store/connection.ts';
import { MoveError } from '../store/move/move.ts';
import type { Io, Main } from './run-main.ts';

type CommandOptions = NonNullable<ParseArgsConfig['options']>;
type CommandValues<T extends CommandOptions> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

interface Command<T extends CommandOptions> {
  readonly usage: string;
  readonly options: T;
  /** Start of the sentence that reports a failure, such as `Nothing was moved`. */
  readonly failureText: string;
  /** @returns the exit code @throws UsageError where options are invalid or exclude each other */
  run(values: CommandValues<T>, env: Environment, io: Io): Promise<number>;
}

export class UsageError extends Error {}

export const DONE = 0;
/** Exit code if the command failed, or if a check found a fault or pending work. */
export const NOT_DONE = 1;
const NOT_UNDERSTOOD = 2;

/** Makes a command that prints its failures as sentences and never rejects. */
export function createCommand<T extends CommandOptions>(command: Command<T>): Main {
  const { usage, options, failureText, run } = command;
  return async (argv, env, io) => {
    try {
      const values = read(options, argv);
      if (values !== undefined) return await run(values, env, io);
      io.out(usage);
      return DONE;
    } catch (error) {
      io.err(`${explain(error, usage, failureText)}\n`);
      return error instanceof UsageError || error instanceof ConfigError ? NOT_UNDERSTOOD : NOT_DONE;
    }
  };
}

function explain(error: unknown, usage: string, failureText: string): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage.trimEnd()}`;
  if (error instanceof ConfigError) return error.message;
  if (error instanceof DatabaseError || error instanceof MoveError) return `${error.message}.`;
  // Other errors, such as a missing role on the server, are explained by their own message.
  return `${failureText}: ${error instanceof Error ? error.message : 'unknown'}.`;
}

function read<T extends CommandOptions>(options: T, argv: readonly string[]): CommandValues<T> | undefined {
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

export function workspaceIn(typed: string | undefined): string | undefined {
  if (typed === undefined || /^[TE][A-Z0-9]+$/.test(typed)) return typed;
  throw new UsageError('--workspace is the id of a workspace such as T0123456789.');
}

type KeySettings = Pick<ProcessConfig, 'databaseUrl' | 'dataDir' | 'secretKey' | 'secretKeyPrevious'>;

/** Loads the key of the bot’s encrypted values; creates none. @throws ConfigError if there is no key */
export async function loadSealer(settings: KeySettings): Promise<Sealer> {
  return createSealer(settings.secretKey ?? (await keyInFolder(settings)), settings.secretKeyPrevious);
}

async function keyInFolder({ databaseUrl, dataDir }: KeySettings): Promise<Buffer> {
  if (databaseUrl !== undefined) throw new ConfigError(['SECRET_KEY is required with DATABASE_URL']);
  const key = await readKey(dataDir);
  if (key) return key;
  throw new ConfigError([`SECRET_KEY is required: there is no ${join(dataDir, 'secret.key')}`]);
}
