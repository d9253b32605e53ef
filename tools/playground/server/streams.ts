import type { ServerResponse } from 'node:http';

const HEARTBEAT_MS = 15_000;
/** Minimum time between two page states. One answer of the bot causes many changes, and a state is large. */
const PAUSE_MS = 30;

export type Streams = ReturnType<typeof createStreams>;

/** Sends page states to open pages. The heartbeat prevents timeouts of idle connections. */
export function createStreams(heartbeatMs = HEARTBEAT_MS) {
  const pages = new Set<{ send(): void; end(): void }>();
  let due: NodeJS.Timeout | undefined;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  return {
    open(response: ServerResponse, state: () => unknown) {
      // If the client has already left, `close` is not emitted again and nothing would end the stream.
      if (response.destroyed) return;
      let isReading = false;
      let isBehind = false;
      const send = () => {
        // While a page still receives a state, no other is sent; afterwards the page gets the newest state.
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
    /** Sends the new state to all pages. Changes within 30 ms after a state are sent as one state. */
    changed() {
      due ??= setTimeout(
        () => {
          due = undefined;
          sentAtMs = performance.now();
          for (const page of pages) page.send();
        },
        Math.max(0, sentAtMs + PAUSE_MS - performance.now()),
      );
    },
    stop() {
      clearTimeout(due);
      for (const page of pages) page.end();
    },
  };
}
