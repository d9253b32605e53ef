import { useRef, useState } from 'react';
import { useActing } from '../blocks/acting.ts';
import { Question } from '../blocks/confirmation.tsx';
import type { Act, ActResult, PageClock, PagePerson, PagePlatform } from '../contract.ts';
import type { Words } from '../words/index.ts';
import { ClockControl } from './clock-control.tsx';
import { PlatformControl } from './platform-control.tsx';
import './control-strip.css';

export interface ControlStripProps {
  readonly clock: PageClock;
  readonly platform: PagePlatform;
  readonly person: PagePerson;
  /** IANA name. */
  readonly zone: string;
  readonly words: Words;
  readonly act: (act: Act) => Promise<ActResult>;
}

/** Does an act, and tells whether it could be done; what went wrong is said in the strip. */
export type Control = (act: Act) => Promise<boolean>;

/** The clock and the platform's health, to be changed, and the way back to the beginning. */
export function ControlStrip({ clock, platform, person, zone, words, act }: ControlStripProps) {
  const said = words.panels.strip;
  const [isAsking, setIsAsking] = useState(false);
  const acting = useActing();
  const { trouble } = acting;
  const count = useRef(0);

  // Each under a name of its own: what is switched quickly must reach the platform in that order, all of it.
  const control: Control = (wanted) => acting.run(`${wanted.kind} ${count.current++}`, () => act(wanted));

  return (
    <section className="strip" aria-label={said.label}>
      <div className="strip-row">
        <ClockControl {...{ clock, person, zone, words, control }} />
        <PlatformControl {...{ platform, words, control }} />
        <button type="button" className="strip-button strip-reset" onClick={() => setIsAsking(true)}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.2 6.2A5.2 5.2 0 1 1 3 9.4M3 2.6v3.7h3.7" />
          </svg>
          <span>{said.startOver}</span>
          {acting.working?.startsWith('reset') && <span className="spinner" aria-hidden="true" />}
        </button>
      </div>
      <p className="strip-trouble" role="alert">
        {trouble && (trouble.code === 'impossible' ? said.failed(trouble.detail) : words.form[trouble.code])}
      </p>
      {isAsking && (
        <Question
          title={said.startOverTitle}
          yes={said.startOver}
          no={said.cancel}
          isDanger
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) void control({ kind: 'reset' });
          }}
        >
          {said.startOverAsk}
        </Question>
      )}
    </section>
  );
}
