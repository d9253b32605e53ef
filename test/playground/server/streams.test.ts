import { expect, test } from 'vitest';
import { createStreams } from '../../../tools/playground/server/streams.ts';
import { serve } from '../../support/server.ts';

/** Streams of states of this size, and the events that one page reads. */
async function openStream(characters: number, heartbeatMs?: number) {
  const streams = createStreams(heartbeatMs);
  let asked = 0;
  const state = () => {
    asked += 1;
    return { asked, filling: 'x'.repeat(characters) };
  };
  const { body } = await fetch(await serve((_, response) => streams.open(response, state)));
  if (!body) throw new Error('no body');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let last = '';
  let end = -1;
  return {
    streams,
    asked: () => asked,
    /** The next event; `undefined` at the end of the stream. */
    async next(): Promise<string | undefined> {
      while (end < 0) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        // Only the new part is searched, because a large state arrives in many parts.
        const at = (last + value).indexOf('\n\n');
        if (at >= 0) end = text.length - last.length + at;
        text += value;
        last = value.slice(-1);
      }
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      end = text.indexOf('\n\n');
      last = text.slice(-1);
      return event;
    },
  };
}

test.each([10, 3_000_000])('sends a state of %i characters once, and again on change', async (characters) => {
  const { streams, next, asked } = await openStream(characters);
  expect(await next()).toMatch(/^data: \{"asked":1,/);
  streams.changed();
  streams.changed();
  expect(await next()).toMatch(/^data: \{"asked":2,/);
  streams.stop();
  expect(await next()).toBeUndefined();
  expect(asked()).toBe(2);
});

test('a change while a page still reads is sent afterwards, in its newest state', async () => {
  const { streams, next, asked } = await openStream(10_000_000);
  streams.changed();
  expect(await next()).toMatch(/^data: \{"asked":1,/);
  expect(await next()).toMatch(/^data: \{"asked":2,/);
  expect(asked()).toBe(2);
});

test('a client that left before the stream opened gets no state', async () => {
  const streams = createStreams();
  const opened = Promise.withResolvers<number>();
  let asked = 0;
  const leaving = new AbortController();
  const url = await serve((_, response) => {
    response.once('close', () => {
      streams.open(response, () => (asked += 1));
      opened.resolve(asked);
    });
    leaving.abort();
  });
  await expect(fetch(url, { signal: leaving.signal })).rejects.toThrow();
  expect(await opened.promise).toBe(0);
});

test('a silent stream sends heartbeats', async () => {
  const { next } = await openStream(10, 5);
  await next();
  expect(await next()).toBe(': still here');
});
