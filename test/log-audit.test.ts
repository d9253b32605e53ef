import { readFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { redactText } from '../src/domain/redaction.ts';

/** Every line the bot has logged while the other tests ran; their logs hide no secrets, so none may come. */
const lines = readFileSync(inject('logFile'), 'utf8').split('\n').filter(Boolean);

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
    const timeOrRow = /"time":"[^"]+"|"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g;
    const withoutTimes = lines.map((line) => line.replaceAll(timeOrRow, ''));
    const number = /(?<![\w])\+?\d(?:[ .()-]{0,2}\d){6,}|\[digits\]|tel:|912345678|1234 ?5678|11110{2,}\d/;
    expect(withoutTimes.filter((line) => number.test(line))).toEqual([]);
  });

  test('holds no text of a message', () => {
    const text =
      /c[óo]digo|clave|Hola|Clínica|Banco|Tienda|pedido|cuota|evil|ñandú|hostile|HYPERLINK|maria|tomorrow/i;
    expect(lines.filter((line) => text.test(line))).toEqual([]);
    const said = lines.map((line) => String(JSON.parse(line).msg));
    expect(said.filter((message) => redactText(message) !== message)).toEqual([]);
  });
});
