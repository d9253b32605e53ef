import { type Line, span, wrapped } from './spans.ts';

/** A file as it shows in a message. */
export interface ShownFile {
  readonly name: string;
  readonly title: string;
}

/** A line for each file: its title, and its name where that is another. */
export function fileLines(files: readonly ShownFile[], width: number): Line[] {
  return files.flatMap(({ name, title }) =>
    wrapped([span(`[file: ${title === name ? name : `${title} (${name})`}]`, { dim: true })], width),
  );
}
