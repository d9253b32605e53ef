import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/log-run.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: ['test/log-audit.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Reads the log lines of all the others, so it runs when they are through.
        extends: true,
        test: { name: 'log-audit', include: ['test/log-audit.test.ts'], sequence: { groupOrder: 1 } },
      },
    ],
  },
});
