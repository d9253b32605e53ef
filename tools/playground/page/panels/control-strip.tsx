import { useState } from 'react';
import { formatTime } from '../../../fake-slack/dates.ts';
import { failureText, type Perform, useActions } from '../action.ts';
import type { PageChannel } from '../contract.ts';
import { Question } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { channelTitle } from '../message/authors.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { clockSeconds, PAGE_LOCALE, useRunningClock } from '../time.ts';
import { later, nextDay, tomorrowMorning } from './clock-presets.ts';
import { PlatformControl } from './platform-control.tsx';
import { StepControl } from './step-control.tsx';
import { Switch } from './switch.tsx';

interface ControlStripProps {
  readonly id: string;
  readonly channel: PageChannel;
}

export function ControlStrip({ id, channel }: ControlStripProps) {
  const { send } = usePage();
  const [isAsking, setIsAsking] = useState(false);
  const { failure, run } = useActions();

  // `true`: if the same control changes again while an action runs, that change must be sent, too.
  const perform: Perform = (action) => run(action.kind, () => send(action), true);

  return (
    <section className="strip small" id={id} aria-label={t.controls.label}>
      <ClockControl perform={perform} />
      <PlatformControl perform={perform} />
      {!channel.isDm && <ChannelControl key={channel.id} channel={channel} perform={perform} />}
      <StepControl />
      <button type="button" className="strip-button row card" onClick={() => setIsAsking(true)}>
        <Icon name="restart" size={16} />
        {t.controls.startOver}
      </button>
      <p className="failure" role="alert">
        {failure && failureText(failure)}
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

interface ControlProps {
  readonly perform: Perform;
}

function ClockControl({ perform }: ControlProps) {
  const { state, me } = usePage();
  const now = useRunningClock(state.clock);
  const { isMoved } = state.clock;
  const move = (at: string | null) => void perform({ kind: 'clock', at });
  const steps = [
    { label: t.controls.fiveMinutes, to: () => later(now, 5) },
    { label: t.controls.quarterHour, to: () => later(now, 15) },
    { label: t.controls.hour, to: () => later(now, 60) },
    { label: t.controls.day, to: () => nextDay(now, me.zone) },
    { label: t.controls.tomorrow, to: () => tomorrowMorning(now, me.zone) },
  ];
  return (
    <Popover
      label={t.controls.moveClock}
      className={`strip-button row card${isMoved ? ' is-changed' : ''}`}
      panelClassName="strip-panel"
      button={
        <>
          <Icon name="clock" size={16} />
          <span className="visually-hidden">{t.controls.clock} </span>
          <b>{clockSeconds(now, me)}</b>
          <span>
            {formatTime(
              now,
              { ...me, locale: PAGE_LOCALE },
              { weekday: 'short', day: 'numeric', month: 'short' },
            )}
          </span>
          <span className="quiet">{isMoved ? t.controls.movedTime : t.controls.realTime}</span>
        </>
      }
    >
      {() => (
        <>
          <h2>{t.controls.moveClock}</h2>
          <p className="quiet small">{t.controls.clockHint}</p>
          <div className="elements row">
            {steps.map(({ label, to }) => (
              <button key={label} type="button" className="button" onClick={() => move(to())}>
                {label}
              </button>
            ))}
            <button
              type="button"
              className="button button-primary"
              disabled={!isMoved}
              onClick={() => move(null)}
            >
              {t.controls.backToReal}
            </button>
          </div>
        </>
      )}
    </Popover>
  );
}

function ChannelControl({ channel, perform }: ControlProps & { readonly channel: PageChannel }) {
  const { id, hasBot, isArchived } = channel;
  const isOpen = hasBot && !isArchived;
  const title = t.controls.channelTitle(channelTitle(channel));
  return (
    <Popover
      label={title}
      className={`strip-button row card${isOpen ? '' : ' is-changed'}`}
      panelClassName="strip-panel"
      button={
        <>
          {t.controls.channel}
          <span className={isOpen ? 'visually-hidden' : 'quiet'}>
            {isOpen ? t.controls.channelOpen : t.controls.channelClosed}
          </span>
        </>
      }
    >
      {() => (
        <>
          <h2>{title}</h2>
          <p className="quiet small">{t.controls.channelHint}</p>
          <Switch
            label={t.controls.member}
            about={t.controls.memberAbout}
            isOn={hasBot}
            onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, hasBot: isOn })}
          />
          <Switch
            label={t.controls.archived}
            about={t.controls.archivedAbout}
            isOn={isArchived}
            onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, isArchived: isOn })}
          />
        </>
      )}
    </Popover>
  );
}
