import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, inject, test } from 'vitest';
import { surfaces } from '../docs/structure/surfaces.ts';
import { maskLabel } from '../src/domain/messages/redaction.ts';
import { createLog } from '../src/ops/log.ts';
import type { SentKind } from './support/sent-run.ts';

function asLogged(text: string): string {
  const written: string[] = [];
  createLog({ level: 'info', destination: { write: (line) => void written.push(line) } }).info({ text });
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
 * Every log line of the other tests. Their logs mask no secrets, so the bot itself must write none. Without paths and
 * references, because they may contain any word or number by chance.
 */
const lines = readFileSync(inject('logFile'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(withoutPlacesAndReferences);

describe('the log of the whole run', () => {
  test('has more than 200 lines, with successes, refusals and failures', () => {
    const messages = new Set(lines.map((line) => JSON.parse(line).msg));
    expect(lines.length).toBeGreaterThan(200);
    for (const message of ['answered', 'refused', 'failed', 'logged in to the platform', 'stopped']) {
      expect(messages).toContain(message);
    }
  });

  test('contains no secret', () => {
    // All secrets and message texts of the tests contain “canary”; those of the sandbox contain “sandbox”.
    const secret =
      /canary|hunter2|sandbox-password|sandbox-report-token|sandbox@example|xoxb-|xapp-|Bearer |tokenws/i;
    expect(lines.filter((line) => secret.test(line))).toEqual([]);
  });

  test('contains no phone number', () => {
    const timeOrRow =
      /"(?:time|until)":"[^"]+"|"\w+Ms":\d+|"commit":"[\da-f]{40}"|"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g;
    const withoutTimes = lines.map((line) => line.replaceAll(timeOrRow, ''));
    const number = /(?<![\w])\+?\d(?:[ .()-]{0,2}\d){6,}|\[digits\]|tel:|912345678|1234 ?5678|11110{2,}\d/;
    expect(withoutTimes.filter((line) => number.test(line))).toEqual([]);
  });

  test('contains no text of a message', () => {
    const text =
      /c[óo]digo|clave|Hola|Clínica|Banco|Tienda|pedido|cuota|evil|ñandú|hostile|HYPERLINK|maria|tomorrow/i;
    expect(lines.filter((line) => text.test(line))).toEqual([]);
    // These look like codes: a timeout, a local address and the command that generates a key.
    const said = lines.map((line) =>
      String(JSON.parse(line).msg).replaceAll(/\b\d+ ?m?s\b|\b127\.0\.0\.1(?::\d+)?|\bbase64 32\b/gi, ''),
    );
    expect(said.filter((message) => maskLabel(message) !== message)).toEqual([]);
  });
});

/** The audit entries of all tests, one per line, with the count of numbers instead of the numbers. */
const audited = readFileSync(inject('auditFile'), 'utf8').split('\n').filter(Boolean);
const entries = audited.map((line) => JSON.parse(line));

describe('the audit of the whole run', () => {
  test('has more than 10 entries of every outcome and more than 50 look-ups', () => {
    for (const outcome of ['answered', 'refused', 'failed']) {
      expect(entries.filter((entry) => entry.outcome === outcome).length).toBeGreaterThan(10);
    }
    expect(entries.filter(({ act, numbers }) => act === 'looked_up' && numbers > 0).length).toBeGreaterThan(
      50,
    );
  });

  test('has an entry for each request, whatever its outcome', () => {
    const ended = new Set([
      ...['answered', 'refused', 'failed', 'failed without the database', 'cut off as the bot stops'],
      ...['a button that cannot be read', 'Slack did not take the answer'],
    ]);
    const references = new Set(entries.map(({ reference }) => reference));
    const requests = readFileSync(inject('auditedLogFile'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ ref, msg }) => ref && ended.has(msg))
      // Home and controls inside forms are audited only when access is refused.
      .filter(({ name, msg }) => !['home', 'status.form.way'].includes(name) || msg === 'refused');
    expect(requests.length).toBeGreaterThan(200);
    expect(requests.filter(({ ref }) => !references.has(ref))).toEqual([]);
  });

  test('has only acts in the table of surfaces', () => {
    const acts = new Map<string, Set<string>>();
    for (const surface of surfaces) {
      const [name = ''] = surface.kind === 'subcommand' ? surface.name.split(' ') : [surface.name];
      acts.set(name, new Set([...(acts.get(name) ?? []), ...surface.acts]));
    }
    const unknown = entries
      .filter(({ outcome, act }) => outcome === 'answered' || act !== 'asked')
      // A refused reveal is audited as a reveal.
      .filter(({ outcome, act }) => outcome === 'answered' || act !== 'revealed')
      .filter(({ surface, act }) => !acts.get(surface)?.has(act));
    expect(unknown).toEqual([]);
  });

  test('contains no secret, no number, no code and no text', () => {
    const withoutReferences = audited.map((line) => line.replace(/"reference":"[A-Z0-9]*"/, ''));
    const clear = /canary|hunter2|\d{6,}|\d[ .-]?\d{3}[ .-]?\d{4}|código|Hola|pedido/i;
    expect(withoutReferences.filter((line) => clear.test(line))).toEqual([]);
  });
});

interface Sent {
  readonly kind: SentKind;
  readonly text: string;
}

const sent = readFileSync(inject('sentFile'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line): Sent => JSON.parse(line));

describe.each([
  ['hidden', /status\.details/],
  ['file', /^sms-/],
  ['metrics', /sms_desk_requests_total\{name="\/sms-status"/],
] as const)('what the bot sends as %s', (kind, known) => {
  const texts = sent.filter((one) => one.kind === kind).map(({ text }) => text);

  test('contains a known text', () => {
    expect(texts.filter((text) => known.test(text)).length).toBeGreaterThan(0);
  });
});

/** The lines of metrics without their values. */
const namesOf = (text: string) => text.replaceAll(/ [\d.e+-]+$/gm, '');

describe('what the bot sends except its sentences', () => {
  const holding = (clear: RegExp, texts: readonly Sent[]) => texts.filter(({ text }) => clear.test(text));

  test('contains no secret and no unmasked number', () => {
    // Numbers as the tests type and write them; sealed values may contain digits by chance.
    const clear = /hunter2|canary-[prs]|sandbox-|(?<![\w-])\+?(?:56 ?)?9\d{8}(?![\w-])|9 ?1234 ?5678/i;
    // The values of metrics may contain any digits.
    const named = sent.map(({ kind, text }) => ({ kind, text: kind === 'metrics' ? namesOf(text) : text }));
    expect(holding(clear, named)).toEqual([]);
  });

  test('contains no text of a message, except masked in files', () => {
    const clear = /canary|código|Hola |Clínica|pedido/i;
    const others = sent.filter(({ kind }) => kind !== 'file');
    expect(holding(clear, others)).toEqual([]);
  });
});
