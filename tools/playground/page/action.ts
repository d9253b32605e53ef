import { useRef, useState } from 'react';
import type { UsedElement, UserAction, UserActionProblem, UserActionResult } from './contract.ts';
import { t } from './texts.ts';

/** Why an action failed. `unreachable`: the playground's server does not respond. */
export type ActionFailure = UserActionProblem | { readonly code: 'unreachable' };

export type Perform = (action: UserAction) => Promise<boolean>;

export type OnUse = (use: UsedElement) => Promise<UserActionResult>;

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

/** Runs actions. `pending` names the newest running action; `failure` is that of the last finished action. */
export function useActions() {
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<ActionFailure>();
  const underWay = useRef<readonly string[]>([]);
  const queue = useRef(Promise.resolve(true));

  /**
   * Sends one action after another; resolves with true on success, never rejects. While an action runs,
   * an action with the same name is not sent, unless `mayRepeat` (such as a second choice in a menu).
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
