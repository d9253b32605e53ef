import { useState } from 'react';
import type { PagePlatform } from '../contract.ts';
import type { Control } from './control-strip.tsx';

/** What is to be changed; the rest stays. */
export type PlatformChange = Partial<Pick<PagePlatform, 'isReachable' | 'faults'>>;

/** The platform as it is wanted: a switch moves when it is pressed, and the server has the last word. */
export function usePlatform(told: PagePlatform, control: Control) {
  const content = JSON.stringify(told);
  const [wanted, setWanted] = useState({ since: content, platform: told });
  const platform = wanted.since === content ? wanted.platform : told;

  function change(changes: PlatformChange): void {
    setWanted({ since: content, platform: { ...platform, ...changes } });
    const { isReachable, faults } = changes;
    const acts = [
      ...(isReachable === undefined || isReachable === platform.isReachable
        ? []
        : [{ kind: 'reach', isReachable } as const]),
      ...(faults === undefined ? [] : [{ kind: 'faults', faults } as const]),
    ];
    for (const act of acts) {
      void control(act).then((isDone) => {
        if (!isDone) setWanted({ since: '', platform: told });
      });
    }
  }

  return { platform, change };
}
