import { unpackCells } from '../../src/domain/cells-codec.ts';
import { type Cell, mergeFigures, percentile, type SecondCounts } from '../../src/domain/statistics.ts';
import { createLog } from '../../src/ops/log.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { type OperatorFigures, PERCENTS, type ReportFigures } from './entry.ts';
import { runReader } from './reader.ts';

/** The bot's own way, log-in and all: from bytes into figures of every quarter hour and operator. */
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
    timeoutMs: 20_000,
    now: () => new Date(),
    log: createLog({ level: 'warn' }),
  });
  const cells: Cell[] = [];
  for (const day of days) cells.push(...unpackCells((await upstream.figures({ day })).packedCells));
  upstream.close();
  return figuresOf(cells);
});

function figuresOf(cells: readonly Cell[]): ReportFigures {
  const byOperator = Map.groupBy(cells, ({ operator }) => operator ?? '');
  return Object.fromEntries([...byOperator].map(([name, own]) => [name, operatorFigures(own)]));
}

function operatorFigures(cells: readonly Cell[]): OperatorFigures {
  const { words, platformToOperator, operatorToHandset, total } = mergeFigures(
    cells.map(({ figures }) => figures),
  );
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
