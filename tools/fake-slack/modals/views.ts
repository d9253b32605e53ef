import { randomBytes } from 'node:crypto';
import { carriedOver, initialState } from '../block-kit/element-state.ts';
import type { LocalView, SentView } from './view.ts';

export type Views = ReturnType<typeof createViews>;

/** Slack shows at most this many modals on top of each other. */
export const MOST_STACKED = 3;

export function createViews(options: { now: () => Date; changed: () => void }) {
  const stacks = new Map<string, readonly LocalView[]>();
  const homes = new Map<string, LocalView>();
  // The random part makes view ids unique across workspaces.
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
    const stack = below === undefined ? { rootId: id } : { rootId: below.rootId, previousId: below.id };
    return { ...sent, ...stack, id, hash: nextHash(), person, values: initialState(sent.blocks), errors: {} };
  };
  /** Replaces a view's content. Values of unchanged fields stay; errors and `notice` are cleared. */
  const update = ({ notice: _, ...view }: LocalView, sent: SentView): LocalView => {
    const values = carriedOver(view.values, sent.blocks);
    const { submit: _submit, close: _close, ...rest } = view;
    return put({ ...rest, ...sent, hash: nextHash(), values, errors: {} });
  };
  return {
    /** Returns all people's open modals, without Home tabs. */
    list,
    find,
    of: (person: string) => stackOf(person).at(-1),
    depth: (person: string) => stackOf(person).length,
    open(person: string, sent: SentView) {
      const view = created(person, sent);
      setStack(person, [view]);
      return view;
    },
    push(person: string, sent: SentView) {
      const view = created(person, sent, stackOf(person).at(-1));
      setStack(person, [...stackOf(person), view]);
      return view;
    },
    update,
    home: (person: string) => homes.get(person),
    publish(person: string, sent: SentView) {
      const shown = homes.get(person);
      return shown === undefined ? put(created(person, sent)) : update(shown, sent);
    },
    change(id: string, change: Partial<Pick<LocalView, 'values' | 'errors' | 'notice'>>) {
      const view = find(id);
      if (view === undefined) return;
      const { notice: _, ...withoutNotice } = view;
      put({ ...withoutNotice, ...change });
    },
    /** Closes a modal and all modals above it, so that the modal below is shown again. */
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

/** The person for whom Slack issued a trigger id, and the view (if any) in which that person acted. */
export interface Trigger {
  readonly person: string;
  readonly viewId?: string;
}

/** Issues Slack's trigger ids. Each is valid once, for `lifetimeMs` milliseconds of real time. */
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
    /** Uses up a trigger id. Returns its person and view, or Slack's error code. */
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
