import { randomBytes } from 'node:crypto';
import { carriedOver, initialState } from '../block-kit/element-state.ts';
import type { Trigger } from './triggers.ts';
import type { LocalView, SentView } from './view.ts';

/** What happens to a view without the bot sending another one. */
type ViewChange = Partial<Pick<LocalView, 'values' | 'errors' | 'trouble'>>;

/** The modals people have open, stacked. */
export interface ViewStore {
  /** What everybody has open. */
  list(): LocalView[];
  /** Top last. */
  stack(person: string): readonly LocalView[];
  find(id: unknown): LocalView | undefined;
  findExternal(externalId: unknown): LocalView | undefined;
  /** Opens a modal in place of what the person has open. */
  open(trigger: Trigger, sent: SentView): LocalView;
  /** Puts a view on top of the person's stack. */
  push(trigger: Trigger, sent: SentView): LocalView;
  /** Shows other content in a view; what was entered stays where the fields do. Errors and trouble are gone. */
  update(view: LocalView, sent: SentView): LocalView;
  /** Nothing where the view is not there any more. */
  change(id: string, change: ViewChange): void;
  remove(id: string): void;
  clear(person: string): void;
  /** Nobody has anything open. */
  reset(): void;
}

/** Creates a store without views; `changed` is called after every change, `now` is in the hash. */
export function createViewStore(options: { now: () => Date; changed: () => void }): ViewStore {
  const stacks = new Map<string, readonly LocalView[]>();
  let views = 0;
  const all = () => [...stacks.values()].flat();
  const put = (person: string, stack: readonly LocalView[]) => {
    stacks.set(person, stack);
    options.changed();
  };
  const replace = (view: LocalView) => {
    const stack = stacks.get(view.person) ?? [];
    put(
      view.person,
      stack.map((one) => (one.id === view.id ? view : one)),
    );
  };
  const nextHash = () => `${Math.floor(options.now().getTime() / 1000)}.${randomBytes(4).toString('hex')}`;
  const opened = ({ person, channel }: Trigger, sent: SentView, below: readonly LocalView[]): LocalView => {
    views += 1;
    const id = `V${views}`;
    const previousId = below.at(-1)?.id;
    return {
      ...sent,
      id,
      hash: nextHash(),
      person,
      ...(channel === undefined ? {} : { channel }),
      rootId: below[0]?.id ?? id,
      ...(previousId === undefined ? {} : { previousId }),
      values: initialState(sent.blocks, channel),
      errors: {},
    };
  };
  return {
    list: all,
    stack: (person) => stacks.get(person) ?? [],
    find: (id) => all().find((view) => view.id === id),
    findExternal: (externalId) =>
      all().find((view) => view.externalId !== '' && view.externalId === externalId),
    open(trigger, sent) {
      const view = opened(trigger, sent, []);
      put(trigger.person, [view]);
      return view;
    },
    push(trigger, sent) {
      const below = stacks.get(trigger.person) ?? [];
      const view = opened(trigger, sent, below);
      put(trigger.person, [...below, view]);
      return view;
    },
    update({ id, person, channel, rootId, previousId, values }, sent) {
      const view: LocalView = {
        ...sent,
        id,
        hash: nextHash(),
        person,
        ...(channel === undefined ? {} : { channel }),
        rootId,
        ...(previousId === undefined ? {} : { previousId }),
        values: carriedOver(values, sent.blocks, channel),
        errors: {},
      };
      replace(view);
      return view;
    },
    change(id, change) {
      const view = all().find((one) => one.id === id);
      if (view === undefined) return;
      const { trouble: _, ...untroubled } = view;
      replace({ ...untroubled, ...change });
    },
    remove(id) {
      const view = all().find((one) => one.id === id);
      if (view === undefined) return;
      const stack = stacks.get(view.person) ?? [];
      put(
        view.person,
        stack.filter((one) => one.id !== id),
      );
    },
    clear: (person) => put(person, []),
    reset: () => stacks.clear(),
  };
}
