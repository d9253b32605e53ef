import { request } from 'node:http';
import { test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';
import { parsers } from './parsers.ts';

const LENGTH = 4_000;
const MOST_MS = 50;
const MOST_RATIO = 3;
/** Shorter times are noise of the clock, so their ratio does not count. */
const LEAST_MS = 1;

const UNITS = (
  'a|!|1| |.|-|+|(|)|/|:|@|<|"|«|•|é|\u0301|\u200f|\u0000|\ud800|٣|ﷺ|a.|1.|a@|a@a.|a1|1 |1,|a |A |a,|at |de |from |' +
  'from 1 |a las |to |1-|1/|- |the |in |en |compare |vs |last 3 |mayo |nov 3 |hoy |3 al 5 |18/11 |+56 |912345678 |' +
  '912345678/|(Ana|((|<tel:|<http:|<#C1|<@U1|&amp;|http://|www.|aa:|a.aa/|a..|code a1|Aa |every day |for |12:00 |de la noche |' +
  "America/|new york |id |ref |=|1•|1()|1-1-|Ana |O'A |1a.|%2e|{|[|\\|e30.e30."
).split('|');

type Edges = readonly [string, string];
const EDGES: readonly Edges[] = [
  ['', ''],
  ['', '!'],
  ['', 'x'],
  ['x', 'x'],
];

/** The minimum of three runs, in milliseconds. */
function timeOf(act: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const startedMs = performance.now();
    act();
    return performance.now() - startedMs;
  });
  return Math.min(...times);
}

const mark = (isOver: boolean) => (isOver ? '  over' : '');

test('prints the slowest text of 4,000 characters for each parser', { timeout: 600_000 }, () => {
  for (const [name, parse] of Object.entries(parsers)) {
    const text = (unit: string, [start = '', end = '']: Edges, length: number) => {
      const among = length - start.length - end.length;
      return start + unit.repeat(Math.ceil(among / unit.length)).slice(0, among) + end;
    };
    const worst = UNITS.flatMap((unit) =>
      EDGES.map((edges) => ({ unit, edges, ms: onceMs(parse, text(unit, edges, LENGTH)) })),
    )
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 3)
      .map(({ unit, edges }) => {
        const [ms, halfMs] = [LENGTH, LENGTH / 2].map((length) =>
          timeOf(() => parse(text(unit, edges, length))),
        );
        return { unit, edges, ms: ms ?? 0, ratio: (ms ?? 0) / Math.max(halfMs ?? 0, 0.001) };
      })
      .toSorted((a, b) => b.ms - a.ms)[0];
    if (!worst) continue;
    const { unit, edges, ms, ratio } = worst;
    const isOver = ms > MOST_MS || (ms > LEAST_MS && ratio > MOST_RATIO);
    const of = JSON.stringify(`${edges[0]}${unit}…${edges[1]}`);
    process.stdout.write(
      `${name}: ${ms.toFixed(1)} ms, ${ratio.toFixed(1)} times one half, ${of}${mark(isOver)}\n`,
    );
  }
});

function onceMs(parse: (text: string) => unknown, text: string): number {
  const startedMs = performance.now();
  parse(text);
  return performance.now() - startedMs;
}

test('prints the time for 1 MB of `a&` without a signature', async () => {
  const { url } = await startDesk((await servePlatform()).url);
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const startedMs = performance.now();
    const status = await post(url, 'a&'.repeat(500_000));
    times.push(performance.now() - startedMs);
    process.stdout.write(`1 MB unsigned: ${status}\n`);
  }
  const least = Math.min(...times);
  process.stdout.write(`1 MB unsigned: ${least.toFixed(0)} ms, the least of three${mark(least > 100)}\n`);
});

/** The bot may close the connection before it has read all. */
function post(url: string, body: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve('hung up'));
    sent.end(body);
  });
}
