import type { Reporter } from 'vitest/node';

const SHOWN = 10;

/** Prints the ten slowest test files after a run with more files than that. */
export function slowestFiles(): Reporter {
  return {
    onTestRunEnd(modules) {
      if (modules.length <= SHOWN) return;
      const files = modules.map((module) => ({
        name: module.relativeModuleId,
        ms: module.diagnostic().duration,
      }));
      const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
      const lines = slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`);
      process.stdout.write(`\n The ten slowest files\n${lines.join('\n')}\n`);
    },
  };
}
