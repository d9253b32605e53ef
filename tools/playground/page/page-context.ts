import { createContext, use } from 'react';
import type { PagePerson, PageState, UserAction, UserActionResult } from './contract.ts';
import type { RouteChange } from './route.ts';

export interface PageContextValue {
  readonly state: PageState;
  readonly me: PagePerson;
  /** Current day in the zone of `me` by the page's clock, such as `2026-11-20`. */
  readonly today: string;
  readonly send: (action: UserAction) => Promise<UserActionResult>;
  /** Changes parts of the page's URL, such as the open thread; `undefined` removes a part. */
  readonly go: (change: RouteChange) => void;
}

export const PageContext = createContext<PageContextValue | undefined>(undefined);

export function usePage(): PageContextValue {
  const value = use(PageContext);
  if (value === undefined) throw new Error('usePage is for parts of App');
  return value;
}
