import { randomBytes } from 'node:crypto';
import { carriedOver, initialState } from '../block-kit/element-state.ts';
import type { LocalView, SentView } from './view.ts';

export type Views = ReturnType<typeof createViews>;

/** One modal a person. */
export function createViews(options: { now: () => Date; changed: () => void }) {
  const byPerson = new Map<string, LocalView>();
  let opened = 0;
  const list = () => [...byPerson.values()];
  const find = (id: unknown) => list().find((view) => view.id === id);
  const put = (view: LocalView): LocalView => {
    byPerson.set(view.person, view);
    options.changed();
    return view;
  };
  const nextHash = () => `${Math.floor(options.now().getTime() / 1000)}.${randomBytes(4).toString('hex')}`;
  return {
    list,
    find,
    of: (person: string) => byPerson.get(person),
    open(person: string, sent: SentView) {
      opened += 1;
      const values = initialState(sent.blocks);
      return put({ ...sent, id: `V${opened}`, hash: nextHash(), person, values, errors: {} });
    },
    /** Shows other content in a view; what was entered stays where the fields do. Errors and trouble are gone. */
    update({ id, person, values }: LocalView, sent: SentView) {
      const entered = carriedOver(values, sent.blocks);
      return put({ ...sent, id, hash: nextHash(), person, values: entered, errors: {} });
    },
    change(id: string, change: Partial<Pick<LocalView, 'values' | 'errors' | 'trouble'>>) {
      const view = find(id);
      if (view === undefined) return;
      const { trouble: _, ...untroubled } = view;
      put({ ...untroubled, ...change });
    },
    remove({ person }: LocalView) {
      byPerson.delete(person);
      options.changed();
    },
    reset: () => byPerson.clear(),
  };
}

/** Creates the triggers, each good once for `lifetimeMs` of real time: nobody waits longer at a screen. */
export function createTriggers(lifetimeMs: number) {
  const issued = new Map<unknown, { person: string; at: number; isUsed: boolean }>();
  return {
    issue(person: string): string {
      const id = `${issued.size + 1}.1.trigger`;
      issued.set(id, { person, at: performance.now(), isUsed: false });
      return id;
    },
    /** Uses up a trigger: whose it was, or why it opens nothing. */
    exchange(id: unknown): { readonly person: string } | { readonly error: string } {
      const entry = issued.get(id);
      if (entry === undefined) return { error: 'invalid_trigger_id' };
      if (entry.isUsed) return { error: 'exchanged_trigger_id' };
      if (performance.now() - entry.at > lifetimeMs) return { error: 'expired_trigger_id' };
      entry.isUsed = true;
      return { person: entry.person };
    },
    reset() {
      for (const entry of issued.values()) entry.at = Number.NEGATIVE_INFINITY;
    },
  };
}
