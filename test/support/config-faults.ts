import { ConfigError, type Environment, loadConfig } from '../../src/config.ts';

export function faultsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
