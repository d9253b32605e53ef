import { useRef, useState } from 'react';
import type { ActResult } from '../contract.ts';

/** Why an act did not do what it should; `unreachable` is the playground itself. */
export type ActTrouble =
  | { readonly code: 'unanswered' | 'unreachable' }
  | { readonly code: 'impossible'; readonly detail: string };

export interface Acting {
  /** Names what is under way, as it was given to `run`. */
  readonly working: string | undefined;
  readonly trouble: ActTrouble | undefined;
  /** One after another; what is under way already is not sent twice. Never rejects; true where it was done. */
  run(name: string, act: () => Promise<ActResult>): Promise<boolean>;
}

/** Follows acts from their start to their result. */
export function useActing(): Acting {
  const [working, setWorking] = useState<string>();
  const [trouble, setTrouble] = useState<ActTrouble>();
  const waiting = useRef(new Set<string>());
  const queue = useRef(Promise.resolve(true));

  function run(name: string, act: () => Promise<ActResult>): Promise<boolean> {
    if (waiting.current.has(name)) return Promise.resolve(false);
    waiting.current.add(name);
    setWorking(name);
    setTrouble(undefined);
    queue.current = queue.current.then(async () => {
      const found = await troubleOf(act);
      waiting.current.delete(name);
      setTrouble(found);
      setWorking([...waiting.current].at(-1));
      return found === undefined;
    });
    return queue.current;
  }

  return { working, trouble, run };
}

/** Does an act and tells what kept it from being done, if anything did; never rejects. */
async function troubleOf(act: () => Promise<ActResult>): Promise<ActTrouble | undefined> {
  try {
    const result = await act();
    return result.ok ? undefined : result.problem;
  } catch {
    return { code: 'unreachable' };
  }
}

/** The sentence for a trouble. */
export function troubleText(
  trouble: ActTrouble,
  words: { unanswered: string; unreachable: string; impossible: (detail: string) => string },
): string {
  return trouble.code === 'impossible' ? words.impossible(trouble.detail) : words[trouble.code];
}
