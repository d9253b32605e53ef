import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsIn } from '../../../../src/domain/messages/redaction.ts';

/** Kinds of marks: codes with digits, codes of letters, unrecognisable letters, links, names, doubtful cases. */
type Kind = 'D' | 'L' | 'U' | 'K' | 'N' | '?';
type Language = 'Spanish' | 'Portuguese' | 'English';

interface Mark {
  readonly kind: Kind;
  readonly text: string;
  readonly isHidden: boolean;
}

/** One text of a set, with its marks and its harmless words. */
interface Measured {
  readonly text: string;
  readonly language: Language;
  readonly marks: readonly Mark[];
  readonly harmless: number;
  readonly harmlessHidden: readonly string[];
}

const MARK = /\{([DLUKN?]):([^{}]*)\}/g;

/** The sets in this folder, by name: one text per line, `\n` for a line break, `# ` for a heading. */
export function readSets(): { name: string; texts: Measured[] }[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({ name, texts: measureSet(readFileSync(join(import.meta.dirname, name), 'utf8')) }));
}

function measureSet(lines: string): Measured[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('# '))
    .map((line) => measure(line.replaceAll('\\n', '\n')));
}

function measure(marked: string): Measured {
  let text = '';
  let end = 0;
  const spans: { kind: Kind; start: number; end: number }[] = [];
  for (const { 0: whole, 1: kind, 2: inside = '', index } of marked.matchAll(MARK)) {
    text += marked.slice(end, index);
    spans.push({ kind: kind as Kind, start: text.length, end: text.length + inside.length });
    text += inside;
    end = index + whole.length;
  }
  text += marked.slice(end);
  const secrets = secretsIn(text);
  const isSeen = (at: number) => secrets.every(({ start, end: after }) => at < start || at >= after);
  const marks = spans.map((span) => {
    const inside = text.slice(span.start, span.end);
    // A label is not part of the code: the `ID:` of `ID:8F3K2P`.
    const prefix = /^\p{L}{1,5}[:#]/u.exec(inside)?.[0].length ?? 0;
    const seen = Array.from(inside.matchAll(/[\p{L}\p{N}]/gu)).some(
      ({ index }) => index >= prefix && isSeen(span.start + index),
    );
    return { kind: span.kind, text: inside, isHidden: !seen };
  });
  const words = Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)).filter(({ 0: word, index }) =>
    spans.every(({ start, end: after }) => index + word.length <= start || index >= after),
  );
  const hidden = words.filter(({ 0: word, index }) => Array.from(word).some((_, at) => !isSeen(index + at)));
  return {
    text,
    language: languageOf(text),
    marks,
    harmless: words.length,
    harmlessHidden: hidden.map(([word]) => word),
  };
}

/** Words and letters that only one of the languages has. */
const OF_LANGUAGE: Readonly<Record<Language, RegExp>> = {
  Spanish:
    /(?<!\p{L})(?:tu|su|el|la|los|las|es|y|con|en|del|un|una|hoy|clave|tus|te|ingresa|ingrese|hola|llega)(?!\p{L})|[¿¡ñ]/giu,
  Portuguese:
    /(?<!\p{L})(?:seu|sua|não|você|é|o|em|com|da|do|das|dos|na|no|um|uma|às|olá|oi|hoje|senha|digite|pelo|até|pague)(?!\p{L})|[ãõç]/giu,
  English:
    /(?<!\p{L})(?:your|the|is|to|at|you|of|and|in|for|with|hi|dear|use|code|password|enter|we|our|order|here|it|more|by|if|are|has|check|visit|track|download|click|write|join|us|show|reply|hello|good|thanks|welcome)(?!\p{L})/giu,
};

function languageOf(text: string): Language {
  const counts = (Object.keys(OF_LANGUAGE) as Language[]).map((language) => ({
    language,
    count: text.match(OF_LANGUAGE[language])?.length ?? 0,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).language;
}
