import { useRef, useState } from 'react';
import type { UsedElement, UserAction, UserActionProblem, UserActionResult } from './contract.ts';
import { t } from './texts.ts';

/** Why an action failed. `unreachable`: the playground's server does not respond. */
export type ActionFailure = UserActionProblem | { readonly code: 'unreachable' };

/** Sends an action. Resolves with true if it succeeded. */
export type Perform = (action: UserAction) => Promise<boolean>;

/** Sends the use of an element. */
export type OnUse = (use: UsedElement) => Promise<UserActionResult>;

/** Resolves with the failure of an action, if any. Never rejects. */
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

/** Tracks running actions (`pending` is the newest) and the failure of the last one. */
export function useActions() {
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<ActionFailure>();
  const underWay = useRef<readonly string[]>([]);
  const queue = useRef(Promise.resolve(true));

  /**
   * Sends actions in sequence. A running action is not sent twice unless it `mayRepeat`: a second press of a button is
   * the same, a second choice in a menu is not. Never rejects; resolves with true on success.
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
