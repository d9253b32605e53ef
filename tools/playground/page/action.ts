import { useRef, useState } from 'react';
import type { UsedElement, UserAction, UserActionProblem, UserActionResult } from './contract.ts';
import { t } from './texts.ts';

/** Why an action did not do what it should; `unreachable` is the playground itself. */
export type ActionFailure = UserActionProblem | { readonly code: 'unreachable' };

/** Sends an action, and tells whether it was done. */
export type Perform = (action: UserAction) => Promise<boolean>;

/** Sends the use of an element. */
export type OnUse = (use: UsedElement) => Promise<UserActionResult>;

/** What kept an action from being done, if anything did; never rejects. */
export async function actionFailure(sent: Promise<UserActionResult>): Promise<ActionFailure | undefined> {
  try {
    const result = await sent;
    return result.ok ? undefined : result.problem;
  } catch {
    return { code: 'unreachable' };
  }
}

export function failureText(failure: ActionFailure): string {
  return failure.code === 'impossible' ? t.failures.impossible(failure.detail) : t.failures[failure.code];
}

/** Follows actions under way, `pending` naming the newest, and tells what became of the last one. */
export function useActions() {
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<ActionFailure>();
  const underWay = useRef<readonly string[]>([]);
  const queue = useRef(Promise.resolve(true));

  /**
   * Sends one action after another. What is under way already is not sent twice, unless it `mayRepeat`: a button
   * pressed again means the same, another choice does not. Never rejects; true where it was done.
   */
  function run(name: string, send: () => Promise<UserActionResult>, mayRepeat = false): Promise<boolean> {
    if (!mayRepeat && underWay.current.includes(name)) return Promise.resolve(false);
    underWay.current = [...underWay.current, name];
    setPending(name);
    setFailure(undefined);
    queue.current = queue.current.then(async () => {
      const found = await actionFailure(send());
      underWay.current = underWay.current.slice(1);
      setFailure(found);
      setPending(underWay.current.at(-1));
      return found === undefined;
    });
    return queue.current;
  }

  return { pending, failure, run };
}
