import { JSONParser } from '@streamparser/json';
import { parseISO } from 'date-fns/parseISO';
import got from 'got';
import type { Entry } from './entry.ts';
import { createLoop } from './loop.ts';
import { runReader } from './reader.ts';

/** A library that parses JSON as it arrives; times and loop as the naive way has them. */
await runReader(async (url, days) => {
  const loop = createLoop(parseISO);
  for (const day of days) {
    const parser = new JSONParser({ paths: ['$.data.*'], keepStack: false });
    parser.onValue = ({ value }) => loop.add(value as unknown as Entry);
    const stream = got.stream.post(`${url}/report_mt`, { json: { desde: day, hasta: day } });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) parser.write(chunk);
  }
  return loop.figures();
});
