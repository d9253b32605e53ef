/** A process that reads a day into figures and reports its cost. */
import { readFileSync } from 'node:fs';
import { createCellReader } from '../../src/domain/counting/codec.ts';
import { createLog } from '../../src/ops/log.ts';
import { createUpstream } from '../../src/upstream/index.ts';

if (import.meta.main) {
  const upstream = createUpstream({
    baseUrl: process.env.BASE_URL ?? '',
    email: 'canary@example.com',
    password: 'canary-password',
    reportToken: 'canary-report-token',
    reportBounds: 'exclusive_end',
    reportTimeZone: 'UTC',
    infoAuth: 'auto',
    infoDateFormat: 'yyyy-MM-dd',
    concurrency: 2,
    timeoutMs: 20_000,
    now: () => new Date(),
    log: createLog({ level: 'silent' }),
  });
  const { received, bytes, packedCells } = await upstream.figures({ day: '2026-11-18' });
  if (process.env.STAYS_OPEN === undefined) upstream.close();
  const maxMegabytes = Math.round(mostKilobytes() / 1024);
  process.stdout.write(
    `${JSON.stringify({ received, bytes, cells: [...createCellReader(packedCells).all()].length, maxMegabytes })}\n`,
  );
}

/** On Linux `maxRSS` includes the parent's memory at the fork; /proc has the process's own peak. */
function mostKilobytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
