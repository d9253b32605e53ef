import { useRef, useState } from 'react';
import { type Trouble, troubleOf } from '../action.ts';
import type { UserActionResult } from '../contract.ts';

export interface Acting {
  /** Names what is under way, as it was given to `run`. */
  readonly working: string | undefined;
  readonly trouble: Trouble | undefined;
  /**
   * Does one act after another. What is under way already is not done twice, unless it `mayRepeat`: a button pressed
   * again means the same, another choice does not. Never rejects; true where it was done.
   */
  run(name: string, act: () => Promise<UserActionResult>, mayRepeat?: boolean): Promise<boolean>;
}

/** Follows acts from their start to their result. */
export function useActing(): Acting {
  const [working, setWorking] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble>();
  const underWay = useRef<readonly string[]>([]);
  const queue = useRef(Promise.resolve(true));

  function run(name: string, act: () => Promise<UserActionResult>, mayRepeat = false): Promise<boolean> {
    if (!mayRepeat && underWay.current.includes(name)) return Promise.resolve(false);
    underWay.current = [...underWay.current, name];
    setWorking(name);
    setTrouble(undefined);
    queue.current = queue.current.then(async () => {
      const found = await troubleOf(act());
      underWay.current = underWay.current.slice(1);
      setTrouble(found);
      setWorking(underWay.current.at(-1));
      return found === undefined;
    });
    return queue.current;
  }

  return { working, trouble, run };
}
