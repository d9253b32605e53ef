import { useState } from 'react';
import { troubleText } from '../action.ts';
import { useActing } from '../blocks/acting.ts';
import { Question } from '../blocks/confirmation.tsx';
import type {
  PageChannel,
  PageClock,
  PagePerson,
  PagePlatform,
  UserAction,
  UserActionResult,
} from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { ChannelControl } from './channel-control.tsx';
import { ClockControl } from './clock-control.tsx';
import { PlatformControl } from './platform-control.tsx';

export interface ControlStripProps {
  readonly clock: PageClock;
  readonly platform: PagePlatform;
  /** The one that is open. */
  readonly channel: PageChannel;
  readonly person: PagePerson;
  readonly words: Words;
  readonly act: (act: UserAction) => Promise<UserActionResult>;
}

/** Does an act, and tells whether it could be done; what went wrong is said in the strip. */
export type Control = (act: UserAction) => Promise<boolean>;

/** The clock, the platform's health and the open channel, to be changed, and the way back to the beginning. */
export function ControlStrip({ clock, platform, channel, person, words, act }: ControlStripProps) {
  const said = words.panels.strip;
  const [isAsking, setIsAsking] = useState(false);
  const acting = useActing();
  const { trouble } = acting;
  const troubleWords = { ...words.blocks, impossible: said.failed };

  // What is switched quickly must reach the platform in that order, all of it.
  const control: Control = (wanted) => acting.run(wanted.kind, () => act(wanted), true);

  return (
    <section className="strip" aria-label={said.label}>
      <div className="strip-row">
        <ClockControl {...{ clock, person, words, control }} />
        <PlatformControl {...{ platform, words, control }} />
        {!channel.isDm && <ChannelControl key={channel.id} {...{ channel, words, control }} />}
        <button type="button" className="strip-button strip-reset" onClick={() => setIsAsking(true)}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.2 6.2A5.2 5.2 0 1 1 3 9.4M3 2.6v3.7h3.7" />
          </svg>
          <span>{said.startOver}</span>
          {acting.working === 'reset' && <span className="spinner" aria-hidden="true" />}
        </button>
      </div>
      <p className="strip-trouble" role="alert">
        {trouble && troubleText(trouble, troubleWords)}
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
