import { JSONParser } from '@streamparser/json';
import { parseISO } from 'date-fns/parseISO';
import got from 'got';
import type { PeerEntry } from './entry.ts';
import { createLoop } from './loop.ts';
import { runReader } from './reader.ts';

/** A streaming JSON parser; times and loop as in `naive.ts`. */
await runReader(async (url, days) => {
  const loop = createLoop(parseISO);
  for (const day of days) {
    const parser = new JSONParser({ paths: ['$.data.*'], keepStack: false });
    parser.onValue = ({ value }) => loop.add(value as unknown as PeerEntry);
    const stream = got.stream.post(`${url}/report_mt`, { json: { desde: day, hasta: day } });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) parser.write(chunk);
  }
  return loop.figures();
});
