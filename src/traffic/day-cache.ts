import type { DayParts } from './day-parts.ts';

interface CachedDay {
  readonly readAt: Date;
  readonly parts: DayParts;
}

/**
 * Readings that were asked for lately, in memory. One of a known time never changes, so what is held is right for
 * as long as it is looked for.
 */
export class DayCache<H extends CachedDay = CachedDay> {
  readonly #mostBytes: number;
  /** The one not looked for longest is the first. */
  readonly #held = new Map<string, H>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** `undefined` also where what is held under the name was read at another time. */
  get(name: string, readAt: Date): H | undefined {
    const held = this.#held.get(name);
    if (held?.readAt.getTime() !== readAt.getTime()) return undefined;
    this.#held.delete(name);
    this.#held.set(name, held);
    return held;
  }

  put(name: string, held: H): void {
    this.#held.delete(name);
    this.#held.set(name, held);
    // They grow as parts of them are asked for: what they take is added up anew.
    let bytes = 0;
    for (const { parts } of this.#held.values()) bytes += parts.bytes;
    for (const [oldest, { parts }] of this.#held) {
      if (bytes <= this.#mostBytes || oldest === name) return;
      this.#held.delete(oldest);
      bytes -= parts.bytes;
    }
  }
}
