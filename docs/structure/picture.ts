import { folderOf, folders } from './rooms.ts';
import type { Source } from './sources.ts';

/** Folders in each row of the picture, from the outside in: most imports are from the rows below. */
const ROWS = [
  ['tools/playground'],
  ['tools/fake-slack', 'tools/sandbox', 'tools/release'],
  ['cli', 'main'],
  ['app'],
  ['features'],
  ['posting'],
  ['slack', 'traffic', 'jobs'],
  ['upstream', 'store'],
];

/** Folders that nearly all others import: drawn as the bottom row, without arrows. */
const GROUND = ['i18n', 'config', 'domain', 'runtime', 'ops'];

const WIDTH = 960;
const BOX = { width: 250, height: 52 };
const ROW_HEIGHT = 96;
const MARGIN = 24;

interface FolderBox {
  readonly x: number;
  readonly y: number;
}

export function picture(sources: readonly Source[]): string {
  const places = new Map<string, FolderBox>();
  ROWS.forEach((row, index) => {
    row.forEach((folder, column) => {
      places.set(folder, {
        x: (WIDTH * (column + 0.5)) / row.length,
        y: MARGIN + BOX.height / 2 + index * ROW_HEIGHT,
      });
    });
  });
  const groundY = MARGIN + ROWS.length * ROW_HEIGHT;
  const height = groundY + BOX.height + MARGIN;
  const arrows = arrowsIn(sources).flatMap((arrow) => {
    const [from, to] = arrow.split(' ').map((folder) => places.get(folder));
    return from && to ? [arrowPath(from, to)] : [];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">`,
    '<title>The folders of src and tools, and their imports of each other</title>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#5b6b82"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...arrows,
    ...[...places].map(([folder, place]) => box(folder, place, BOX.width, '#eef3fb')),
    ...GROUND.map((folder, column) =>
      box(
        folder,
        { x: (WIDTH * (column + 0.5)) / GROUND.length, y: groundY + BOX.height / 2 },
        WIDTH / GROUND.length - 16,
        '#e8f4ec',
      ),
    ),
    '</svg>',
  ].join('\n')}\n`;
}

/** Imports between folders as `from to`, without arrows that a path of other arrows already implies. */
function arrowsIn(sources: readonly Source[]): string[] {
  const nexts = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = folderOf(path);
    const to = imports.map(folderOf).filter((folder) => folder !== from && !GROUND.includes(folder));
    nexts.set(from, new Set([...(nexts.get(from) ?? []), ...to]));
  }
  const reaches = (from: string, to: string): boolean =>
    [...(nexts.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...nexts].flatMap(([from, to]) =>
    [...to]
      .filter((folder) => ![...to].some((other) => other !== folder && reaches(other, folder)))
      .map((folder) => `${from} ${folder}`),
  );
}

function arrowPath(from: FolderBox, to: FolderBox): string {
  const [startY, endY] = [from.y + BOX.height / 2, to.y - BOX.height / 2];
  // The arrow is curved if both boxes are in the same row, or if a row lies between them.
  const rows = Math.round((to.y - from.y) / ROW_HEIGHT);
  const side = to.x === from.x && rows > 1 ? BOX.width * 0.75 : 0;
  const d =
    rows === 0
      ? `M${from.x} ${startY}C${from.x} ${startY + 40} ${to.x} ${startY + 40} ${to.x} ${startY}`
      : `M${from.x} ${startY}C${from.x + side} ${startY + ROW_HEIGHT / 2} ${to.x + side} ${endY - ROW_HEIGHT / 2} ${to.x} ${endY}`;
  return `<path d="${d}" fill="none" stroke="#5b6b82" stroke-opacity="0.45" stroke-width="1.5" marker-end="url(#tip)"/>`;
}

function box(folder: string, { x, y }: FolderBox, width: number, fill: string): string {
  const purpose = (folders[folder]?.purpose ?? '').split(/[:;,]/, 1)[0] ?? '';
  const fitting = purpose.length > width / 5.8 ? `${purpose.slice(0, Math.floor(width / 5.8))}…` : purpose;
  return [
    `<rect x="${x - width / 2}" y="${y - BOX.height / 2}" width="${width}" height="${BOX.height}" rx="8" fill="${fill}" stroke="#9fb2cc"/>`,
    `<text x="${x}" y="${y - 4}" text-anchor="middle" font-size="16" font-weight="600" fill="#1b2a41">${folder}/</text>`,
    `<text x="${x}" y="${y + 15}" text-anchor="middle" font-size="11.5" fill="#44546c">${fitting}</text>`,
  ].join('');
}
