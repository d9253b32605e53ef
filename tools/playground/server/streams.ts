import type { ServerResponse } from 'node:http';

const HEARTBEAT_MS = 15_000;
/** One answer of the bot changes a dozen things; nobody sees them one by one, and a state is large. */
const PAUSE_MS = 30;

export type Streams = ReturnType<typeof createStreams>;

/** `heartbeatMs` keeps connections that are silent from being given up. */
export function createStreams(heartbeatMs = HEARTBEAT_MS) {
  const pages = new Set<{ send(): void; end(): void }>();
  let due: NodeJS.Timeout | undefined;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    open(response: ServerResponse, state: () => unknown) {
      // Whoever left before this closes nothing later.
      if (response.destroyed) return;
      let isReading = false;
      let isBehind = false;
      const send = () => {
        // A page that reads slowly gets the newest state once it has read what there was.
        isBehind = isReading;
        if (isReading || response.writableEnded) return;
        isReading = !response.write(`data: ${JSON.stringify(state())}\n\n`);
      };
      response.on('drain', () => {
        isReading = false;
        if (isBehind) send();
      });
      const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
      const page = { send, end: () => void response.end() };
      pages.add(page);
      response.once('close', () => {
        clearInterval(heartbeat);
        pages.delete(page);
      });
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      send();
    },
    /** Something changed: every page is told at once, and of whatever follows within 30 ms together, at their end. */
    changed() {
      due ??= setTimeout(
        () => {
          due = undefined;
          toldAtMs = performance.now();
          for (const page of pages) page.send();
        },
        Math.max(0, toldAtMs + PAUSE_MS - performance.now()),
      );
    },
    stop() {
      clearTimeout(due);
      for (const page of pages) page.end();
    },
  };
}
