import { asTyped } from '../../domain/input.ts';

/** More is read of no message: what stands behind it is not looked at. */
const MOST_CHARACTERS = 12_000;
const MOST_LINES = 400;
/** Messages within messages, as they are forwarded, and lists within lists. */
const DEEPEST = 8;

/**
 * What a message of Slack's says, line by line: its text, its blocks, what was attached or forwarded, and what its files
 * are called. What stands in different places stands in different lines.
 */
export function linesOfMessage(message: unknown): string[] {
  const lines: string[] = [];
  let left = MOST_CHARACTERS;
  const say = (text: string) => {
    if (left === 0 || lines.length >= MOST_LINES) return;
    for (const line of text.slice(0, MOST_CHARACTERS).split(/[\r\n]+/, MOST_LINES)) {
      const shown = line.slice(0, left).trim();
      if (shown === '' || lines.length >= MOST_LINES) continue;
      left -= shown.length;
      lines.push(shown);
    }
  };
  readMessage(message, say, 0);
  return [...new Set(lines)];
}

type Say = (text: string) => void;
type Fields = Readonly<Record<string, unknown>>;

function readMessage(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  sayMarkup(value.text, say);
  each(value.blocks, (block) => readBlock(block, say, depth + 1));
  each(value.attachments, (attachment) => readAttachment(attachment, say, depth + 1));
  each(value.files, (file) => {
    if (isFields(file)) for (const name of [file.title, file.name]) sayMarkup(name, say);
  });
}

function readAttachment(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  for (const key of ['pretext', 'title', 'text', 'footer']) sayMarkup(value[key], say);
  each(value.fields, (field) => {
    // A field's title says what its value is.
    if (isFields(field)) sayMarkup([field.title, field.value].filter(isText).join(': '), say);
  });
  each(value.blocks, (block) => readBlock(block, say, depth + 1));
  // A message that was forwarded.
  each(value.message_blocks, (inner) => {
    if (isFields(inner)) readMessage(inner.message, say, depth + 1);
  });
  each(value.files, (file) => {
    if (isFields(file)) sayMarkup(file.title, say);
  });
  if (![value.text, value.blocks, value.message_blocks].some(Boolean)) sayMarkup(value.fallback, say);
}

function readBlock(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  if (value.type === 'rich_text') each(value.elements, (part) => readRichText(part, say, depth + 1));
  if (isFields(value.text)) sayMarkup(value.text.text, say);
  else sayMarkup(value.text, say);
  sayMarkup(isFields(value.title) ? value.title.text : value.title, say);
  each(value.fields, (field) => isFields(field) && sayMarkup(field.text, say));
  if (value.type === 'context')
    each(value.elements, (element) => isFields(element) && sayMarkup(element.text, say));
  // Of a table: each cell by itself.
  each(value.rows, (row) => each(row, (cell) => readCell(cell, say, depth + 1)));
}

function readCell(value: unknown, say: Say, depth: number): void {
  if (!isFields(value)) return;
  if (value.type === 'rich_text') readBlock(value, say, depth + 1);
  else sayMarkup(value.text, say);
}

/** A section, a quote or preformatted text is a line, or as many as it has breaks; a list has one for each entry. */
function readRichText(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  if (value.type === 'rich_text_list') {
    each(value.elements, (entry) => readRichText(entry, say, depth + 1));
  } else {
    const pieces: string[] = [];
    each(value.elements, (piece) => pieces.push(pieceText(piece)));
    say(pieces.join(''));
  }
}

/** Plain pieces stand beside one another as they are written, whatever their style; a name or an emoji parts them. */
function pieceText(value: unknown): string {
  if (!isFields(value)) return ' ';
  if (value.type === 'text' && isText(value.text)) return value.text;
  if (value.type !== 'link' || !isText(value.url)) return ' ; ';
  return asTyped(isText(value.text) ? `<${value.url}|${value.text}>` : `<${value.url}>`);
}

/** People, channels and dates that Slack writes in brackets name nothing that was sent. */
const NAMED = /<[@#!][^<>]*>/g;
/** Of other than web addresses Slack makes no link of this kind. */
function sayMarkup(value: unknown, say: Say): void {
  if (isText(value)) say(asTyped(value.slice(0, MOST_CHARACTERS).replaceAll(NAMED, ' ; ')));
}

function each(value: unknown, read: (item: unknown) => unknown): void {
  if (Array.isArray(value)) for (const item of value) read(item);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
