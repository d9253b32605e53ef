import { randomBytes } from 'node:crypto';
import { carriedOver, initialState } from '../block-kit/element-state.ts';
import type { LocalView, SentView } from './view.ts';

export type Views = ReturnType<typeof createViews>;

/** So many modals stand one above the other at most. */
export const MOST_STACKED = 3;

/** Modals that stand one above the other, and a Home tab, for each person. */
export function createViews(options: { now: () => Date; changed: () => void }) {
  const stacks = new Map<string, readonly LocalView[]>();
  const homes = new Map<string, LocalView>();
  // No two workspaces have one id for two views.
  const series = randomBytes(4).toString('hex').toUpperCase();
  let opened = 0;
  const stackOf = (person: string) => stacks.get(person) ?? [];
  const list = () => [...stacks.values()].flat();
  const find = (id: unknown) => [...list(), ...homes.values()].find((view) => view.id === id);
  const setStack = (person: string, stack: readonly LocalView[]) => {
    if (stack.length === 0) stacks.delete(person);
    else stacks.set(person, stack);
    options.changed();
  };
  const put = (view: LocalView): LocalView => {
    if (view.type === 'home') {
      homes.set(view.person, view);
      options.changed();
      return view;
    }
    setStack(
      view.person,
      stackOf(view.person).map((one) => (one.id === view.id ? view : one)),
    );
    return view;
  };
  const nextHash = () => `${Math.floor(options.now().getTime() / 1000)}.${randomBytes(4).toString('hex')}`;
  const created = (person: string, sent: SentView, below?: LocalView): LocalView => {
    opened += 1;
    const id = `V${series}${opened}`;
    const place = below === undefined ? { rootId: id } : { rootId: below.rootId, previousId: below.id };
    return { ...sent, ...place, id, hash: nextHash(), person, values: initialState(sent.blocks), errors: {} };
  };
  /** Shows other content in a view; what was entered stays where the fields do. Errors and trouble are gone. */
  const update = ({ trouble: _, ...view }: LocalView, sent: SentView): LocalView => {
    const values = carriedOver(view.values, sent.blocks);
    const { submit: _submit, close: _close, ...kept } = view;
    return put({ ...kept, ...sent, hash: nextHash(), values, errors: {} });
  };
  return {
    /** The modals that are open; Home tabs are not among them. */
    list,
    find,
    /** The modal a person has before them, the topmost. */
    of: (person: string) => stackOf(person).at(-1),
    depth: (person: string) => stackOf(person).length,
    open(person: string, sent: SentView) {
      const view = created(person, sent);
      setStack(person, [view]);
      return view;
    },
    /** Opens a modal above the one that is topmost. */
    push(person: string, sent: SentView) {
      const view = created(person, sent, stackOf(person).at(-1));
      setStack(person, [...stackOf(person), view]);
      return view;
    },
    update,
    home: (person: string) => homes.get(person),
    /** Shows a Home tab in the place of the one there was, or as the first. */
    publish(person: string, sent: SentView) {
      const shown = homes.get(person);
      return shown === undefined ? put(created(person, sent)) : update(shown, sent);
    },
    change(id: string, change: Partial<Pick<LocalView, 'values' | 'errors' | 'trouble'>>) {
      const view = find(id);
      if (view === undefined) return;
      const { trouble: _, ...untroubled } = view;
      put({ ...untroubled, ...change });
    },
    /** Closes a modal, with those above it: the one below shows again. */
    remove({ person, id }: LocalView) {
      const stack = stackOf(person);
      const at = stack.findIndex((one) => one.id === id);
      setStack(person, at === -1 ? stack : stack.slice(0, at));
    },
    reset() {
      stacks.clear();
      homes.clear();
    },
  };
}

/** Whose a trigger is, and the view that it was given out in. */
export interface Trigger {
  readonly person: string;
  readonly viewId?: string;
}

/** Creates the triggers, each good once for `lifetimeMs` of real time: nobody waits longer at a screen. */
export function createTriggers(lifetimeMs: number) {
  const issued = new Map<unknown, { trigger: Trigger; at: number; isUsed: boolean }>();
  return {
    issue(person: string, viewId?: string): string {
      const id = `${issued.size + 1}.1.${randomBytes(8).toString('hex')}`;
      const trigger = viewId === undefined ? { person } : { person, viewId };
      issued.set(id, { trigger, at: performance.now(), isUsed: false });
      return id;
    },
    isIssued: (id: unknown) => issued.has(id),
    /** Uses up a trigger: whose it was, or why it opens nothing. */
    exchange(id: unknown): Trigger | { readonly error: string } {
      const entry = issued.get(id);
      if (entry === undefined) return { error: 'invalid_trigger_id' };
      if (entry.isUsed) return { error: 'exchanged_trigger_id' };
      if (performance.now() - entry.at > lifetimeMs) return { error: 'expired_trigger_id' };
      entry.isUsed = true;
      return entry.trigger;
    },
    reset() {
      for (const entry of issued.values()) entry.at = Number.NEGATIVE_INFINITY;
    },
  };
}
