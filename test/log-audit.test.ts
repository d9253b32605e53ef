import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, inject, test } from 'vitest';
import { redactText } from '../src/domain/messages/redaction.ts';
import { createLog } from '../src/ops/log.ts';

/** A text as it stands in a line of the log. */
function asLogged(text: string): string {
  const written: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void written.push(line) } });
  log.info({ text });
  return JSON.stringify(JSON.parse(written.join('')).text).slice(1, -1);
}

const places = [process.cwd(), tmpdir()].map(asLogged);

function withoutPlacesAndReferences(line: string): string {
  const withoutFrames = line
    .replaceAll(/(?<="|\\n) {4}at (?:[^"\\]|\\[^n])*/g, '    at <place>')
    .replaceAll(/"reference":"[A-Z0-9]{6}"/g, '"reference":"<six>"');
  return places.reduce((text, place) => text.replaceAll(place, '<place>'), withoutFrames);
}

/**
 * Every line the bot has logged while the other tests ran; their logs hide no secrets, so none may come. Where on this
 * machine the code and its files lie is left out: a path may hold any word and any number. So may a reference, by chance.
 */
const lines = readFileSync(inject('logFile'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(withoutPlacesAndReferences);

describe('the log of the whole run', () => {
  test('is there, with its successes, refusals and failures', () => {
    const messages = new Set(lines.map((line) => JSON.parse(line).msg));
    expect(lines.length).toBeGreaterThan(200);
    for (const message of ['answered', 'refused', 'failed', 'logged in to the platform', 'stopped']) {
      expect(messages).toContain(message);
    }
  });

  test('holds no secret', () => {
    // All secrets of the tests, and the texts of their messages, bear this word; the sandbox's say what they are.
    const secret =
      /canary|hunter2|sandbox-password|sandbox-report-token|sandbox@example|xoxb-|xapp-|Bearer |tokenws/i;
    expect(lines.filter((line) => secret.test(line))).toEqual([]);
  });

  test('holds no number', () => {
    const timeOrRow = /"time":"[^"]+"|"\w+Ms":\d+|"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g;
    const withoutTimes = lines.map((line) => line.replaceAll(timeOrRow, ''));
    const number = /(?<![\w])\+?\d(?:[ .()-]{0,2}\d){6,}|\[digits\]|tel:|912345678|1234 ?5678|11110{2,}\d/;
    expect(withoutTimes.filter((line) => number.test(line))).toEqual([]);
  });

  test('holds no text of a message', () => {
    const text =
      /c[óo]digo|clave|Hola|Clínica|Banco|Tienda|pedido|cuota|evil|ñandú|hostile|HYPERLINK|maria|tomorrow/i;
    expect(lines.filter((line) => text.test(line))).toEqual([]);
    // A time-out and an address of this machine are nobody's code.
    const said = lines.map((line) =>
      String(JSON.parse(line).msg).replaceAll(/\b\d+ ?m?s\b|\b127\.0\.0\.1(?::\d+)?/g, ''),
    );
    expect(said.filter((message) => redactText(message) !== message)).toEqual([]);
  });
});
