import type { Figures, LegFigures, LegName } from './figures.ts';
import { SecondSum } from './second-counts.ts';

/** Figures that are being added up. */
export class FiguresSum {
  submitted = 0;
  readonly words = new Map<string, number>();
  readonly clockOff: Record<LegName, number> = { platformToOperator: 0, operatorToHandset: 0, total: 0 };
  readonly platformToOperator = new SecondSum();
  readonly operatorToHandset = new SecondSum();
  readonly total = new SecondSum();
  readonly failedAfter = new SecondSum();
  readonly pendingAges = new SecondSum();

  /** What it has come to. Nothing may be added any more. */
  figures(): Figures {
    return {
      submitted: this.submitted,
      words: this.words,
      platformToOperator: this.#leg('platformToOperator'),
      operatorToHandset: this.#leg('operatorToHandset'),
      total: this.#leg('total'),
      failedAfter: this.failedAfter.counts(),
      pendingAges: this.pendingAges.counts(),
    };
  }

  #leg(name: LegName): LegFigures {
    return { latencies: this[name].counts(), clockOff: this.clockOff[name] };
  }
}
