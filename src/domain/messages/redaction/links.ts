import { type Span, wordList } from './words.ts';

const ALNUM = String.raw`\p{L}\p{M}\p{N}`;
/** A link goes on to the next blank, angle bracket or quotation mark. */
const ONWARD = '[^\\s<>"“”«»]';
const LINK = new RegExp(String.raw`(?:[a-z][a-z0-9+]{1,15}:\/\/|www\.)${ONWARD}+`, 'giu');
const EMAIL = new RegExp(
  String.raw`(?<![${ALNUM}._%+\-])[${ALNUM}._%+\-]+@[${ALNUM}\-]+(?:\.[${ALNUM}\-]+)+(?:[\/?#:]${ONWARD}*)?`,
  'gu',
);
/** A host is tried only where a run of its characters begins, so that a long run is read once. */
const HOST_AND_PATH = new RegExp(
  String.raw`(?<![${ALNUM}.\-])([${ALNUM}.\-]*[${ALNUM}]\.[\p{L}\p{M}]{2,})(?::\d{1,5})?` +
    String.raw`(?:\/|[?#](?=[\p{L}\p{N}]))${ONWARD}*`,
  'gu',
);
/** What may be a host, and is no part of an address or of an autofill's last line (`@example.com #123456`). */
const DOTTED = new RegExp(
  String.raw`(?<![${ALNUM}.\-@])[${ALNUM}\-]+(?:\.[${ALNUM}\-]+)+(?!\.?[${ALNUM}@•\-])`,
  'gu',
);
/** The common ones, of countries those of Latin America and of short links. */
const TOP_LEVEL_DOMAINS = wordList(`
  com net org info biz app dev shop store online site link club live page click xyz top vip web blog news tech cloud
  digital mobi travel bank edu gov gob mil int name pro fun space website world today life help delivery
  cl mx es br pt ar pe uy py bo co ec ve gt hn sv ni cr pa cu do pr us uk ca au nz ie in de fr it nl be ch at eu
  io me ly gl gg gd gy ai tv to cc ws im is id la li st sh so re tk ml ga cf vc fm am pw qr`);
const CLOSING_PUNCTUATION = ".,;:!?…)]}'’";

/** Links with and without a scheme, bare hosts, e-mail addresses. */
export function findLinks(text: string): Span[] {
  const hosts = Array.from(text.matchAll(DOTTED)).filter(([host]) => isHost(host));
  return [...findUnmistakableLinks(text), ...hosts.map(({ 0: host, index }) => linkAt(index, host))];
}

/** The same without bare hosts, which names may look like: `ana.ruiz`. */
export function findUnmistakableLinks(text: string): Span[] {
  return [
    ...Array.from(text.matchAll(LINK), ({ 0: link, index }) => linkAt(index, link)),
    ...Array.from(text.matchAll(EMAIL), ({ 0: address, index }) => linkAt(index, address)),
    ...Array.from(text.matchAll(HOST_AND_PATH), ({ 0: link, 1: host = '', index }) => {
      // Dots in a row end what stands before the host: "more...bit.ly/abc".
      const before = host.lastIndexOf('..') + 2;
      return before < 2 ? linkAt(index, link) : linkAt(index + before, link.slice(before));
    }),
  ];
}

/** After a full stop without its blank a sentence begins with a capital, and with a word that is no such domain. */
function isHost(text: string): boolean {
  const labels = text.split('.');
  const [domain = '', name = ''] = labels.toReversed();
  if (!/\p{L}/u.test(name) || !/^\p{L}+$/u.test(domain)) return false;
  if (text === text.toLowerCase() && labels.every((label) => label.length > 1)) return true;
  const isWrittenAsOne = domain === domain.toLowerCase() || domain === domain.toUpperCase();
  return isWrittenAsOne && TOP_LEVEL_DOMAINS.has(domain.toLowerCase());
}

/** The full stop or bracket after a link belongs to the sentence. */
function linkAt(start: number, link: string): Span {
  let length = link.length;
  while (length > 0 && CLOSING_PUNCTUATION.includes(link.charAt(length - 1))) length -= 1;
  return { start, end: start + length };
}
