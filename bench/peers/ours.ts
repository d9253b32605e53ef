import { createCellReader } from '../../src/domain/counting/codec.ts';
import type { SecondCounts } from '../../src/domain/counting/second-counts.ts';
import type { Figures } from '../../src/domain/figures/figures.ts';
import { percentile } from '../../src/domain/figures/rates.ts';
import { createLog } from '../../src/ops/log.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { type CellFigures, cellName, PERCENTS } from './entry.ts';
import { runReader } from './reader.ts';

/** The bot's own client, log-in included. */
await runReader(async (baseUrl, days) => {
  const upstream = createUpstream({
    baseUrl,
    email: 'bench@example.com',
    password: 'bench-password',
    reportToken: 'bench-report-token',
    reportBounds: 'inclusive',
    reportTimeZone: 'UTC',
    infoAuth: 'auto',
    infoDateFormat: 'yyyy-MM-dd',
    concurrency: 2,
    timeoutMs: 600_000,
    now: () => new Date(),
    log: createLog({ level: 'warn' }),
  });
  const found: Record<string, CellFigures> = {};
  for (const day of days) addFiguresOf((await upstream.figures({ day })).packedCells, found);
  upstream.close();
  return found;
});

function addFiguresOf(packedCells: Uint8Array, found: Record<string, CellFigures>): void {
  for (const { cell } of createCellReader(packedCells).all()) {
    const { quarter = Number.NaN, operator = '', figures } = cell;
    found[cellName(quarter * 1000, operator)] = cellFigures(figures);
  }
}

function cellFigures({ words, platformToOperator, operatorToHandset, total }: Figures): CellFigures {
  const percentilesOf = ({ latencies }: { readonly latencies: SecondCounts }) =>
    PERCENTS.map((percent) => percentile(latencies, percent));
  return {
    statuses: Object.fromEntries(words),
    latencies: {
      platformToOperator: percentilesOf(platformToOperator),
      operatorToHandset: percentilesOf(operatorToHandset),
      total: percentilesOf(total),
    },
  };
}
