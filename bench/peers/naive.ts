import { parseISO } from 'date-fns/parseISO';
import got from 'got';
import type { PeerEntry } from './entry.ts';
import { createLoop } from './loop.ts';
import { runReader } from './reader.ts';

/** The simplest way: the whole response as an object, times by date-fns, a loop. */
await runReader(async (url, days) => {
  const loop = createLoop(parseISO);
  for (const day of days) {
    const { data } = await got
      .post(`${url}/report_mt`, { json: { desde: day, hasta: day } })
      .json<{ data: PeerEntry[] }>();
    for (const entry of data) loop.add(entry);
  }
  return loop.figures();
});
