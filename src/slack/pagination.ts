import type { Button } from '@slack/types';
import { button } from './blocks/blocks.ts';

export interface ListPage {
  /** From 0; the last one where there are fewer. */
  readonly page: number;
  /** What a button did, above the list. */
  readonly note?: string;
}

/** A list shows so many of what stands in it. */
export const LIST_PAGE_SIZE = 10;

/** One page of what stands in a list. */
interface PageOf<T> {
  readonly shown: readonly T[];
  /** From 0. */
  readonly page: number;
  /** At least one. */
  readonly pages: number;
}

/** The page that was asked for, or the nearest there is. */
export function pageOf<T>(items: readonly T[], asked: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(0, asked), pages - 1);
  return { shown: items.slice(page * size, (page + 1) * size), page, pages };
}

/** Buttons `<list>.previous` and `<list>.next` to the pages beside this one, where there are any. */
export function pageButtons(
  list: string,
  { page, pages }: Omit<PageOf<unknown>, 'shown'>,
  labels: { readonly previous: string; readonly next: string },
): Button[] {
  return [
    ...(page > 0 ? [button(`${list}.previous`, labels.previous, String(page - 1))] : []),
    ...(page + 1 < pages ? [button(`${list}.next`, labels.next, String(page + 1))] : []),
  ];
}
