import { useState } from 'react';
import { failureText, type Perform, useActions } from '../action.ts';
import type { PageChannel } from '../contract.ts';
import { Question } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { ChannelControl } from './channel-control.tsx';
import { ClockControl } from './clock-control.tsx';
import { PlatformControl } from './platform-control.tsx';
import { StepControl } from './step-control.tsx';

export function ControlStrip({ channel }: { readonly channel: PageChannel }) {
  const { send } = usePage();
  const [isAsking, setIsAsking] = useState(false);
  const { pending, failure, run } = useActions();

  // What is switched quickly must reach the platform in that order, all of it.
  const perform: Perform = (action) => run(action.kind, () => send(action), true);

  return (
    <section className="strip small" aria-label={t.controls.label}>
      <div className="strip-row row">
        <ClockControl perform={perform} />
        <PlatformControl perform={perform} />
        {!channel.isDm && <ChannelControl key={channel.id} channel={channel} perform={perform} />}
        <StepControl />
        <button
          type="button"
          className="strip-button strip-reset row card quiet"
          onClick={() => setIsAsking(true)}
        >
          <Icon name="restart" size={16} />
          <span>{t.controls.startOver}</span>
          {pending === 'reset' && <span className="spinner" aria-hidden="true" />}
        </button>
      </div>
      <p className="failure" role="alert">
        {failure && failureText(failure, { ...t.blocks, impossible: t.controls.failed })}
      </p>
      {isAsking && (
        <Question
          title={t.controls.startOverTitle}
          yes={t.controls.startOver}
          no={t.blocks.no}
          isDanger
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) void perform({ kind: 'reset' });
          }}
        >
          {t.controls.startOverAsk}
        </Question>
      )}
    </section>
  );
}
