import { useState } from 'react';
import { formatTime } from '../../../fake-slack/dates.ts';
import type { Perform } from '../action.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { cityOf, clockSeconds, PAGE_LOCALE, useRunningClock } from '../time.ts';
import { fromLocalInput, later, nextDay, toLocalInput, tomorrowMorning } from './clock-presets.ts';

export function ClockControl({ perform }: { readonly perform: Perform }) {
  const { state, me } = usePage();
  const now = useRunningClock(state.clock);
  const { isMoved } = state.clock;
  const { controls } = t;
  return (
    <Popover
      label={controls.moveClock}
      className={`strip-button row card${isMoved ? ' is-changed' : ''}`}
      panelClassName="strip-panel"
      button={
        <>
          <Icon name="clock" size={16} />
          <span className="visually-hidden">{controls.clock} </span>
          <span className="strip-time figures">{clockSeconds(now, me)}</span>
          <span className="strip-wide">
            {formatTime(
              now,
              { ...me, locale: PAGE_LOCALE },
              { weekday: 'short', day: 'numeric', month: 'short' },
            )}
          </span>
          <span className="strip-state quiet">{isMoved ? controls.movedTime : controls.realTime}</span>
        </>
      }
    >
      {() => <ClockPanel now={now} perform={perform} />}
    </Popover>
  );
}

function ClockPanel({ now, perform }: { readonly now: Date; readonly perform: Perform }) {
  const { state, me } = usePage();
  const { zone } = me;
  const { controls } = t;
  const [picked, setPicked] = useState<string>();
  const moment = picked ?? toLocalInput(now, zone);
  const move = (at: string | null) => void perform({ kind: 'clock', at });
  const steps = [
    { label: controls.fiveMinutes, to: () => later(now, 5) },
    { label: controls.quarterHour, to: () => later(now, 15) },
    { label: controls.hour, to: () => later(now, 60) },
    { label: controls.day, to: () => nextDay(now, zone) },
    { label: controls.tomorrow, to: () => tomorrowMorning(now, zone) },
  ];
  return (
    <>
      <h2>{controls.moveClock}</h2>
      <p className="strip-hint quiet small">{controls.clockHint}</p>
      <div className="strip-steps row">
        {steps.map(({ label, to }) => (
          <button key={label} type="button" className="button" onClick={() => move(to())}>
            {label}
          </button>
        ))}
      </div>
      <form
        className="strip-moment row"
        onSubmit={(event) => {
          event.preventDefault();
          const at = fromLocalInput(moment, zone);
          if (at !== undefined) move(at);
        }}
      >
        <label className="grow">
          <span className="small">{controls.moment(cityOf(zone))}</span>
          <input
            type="datetime-local"
            className="control"
            value={moment}
            min="2020-01-01T00:00"
            max="2034-12-31T23:59"
            onChange={(event) => setPicked(event.target.value)}
          />
        </label>
        <button type="submit" className="button">
          {controls.set}
        </button>
      </form>
      <button
        type="button"
        className="button button-primary"
        disabled={!state.clock.isMoved}
        onClick={() => {
          setPicked(undefined);
          move(null);
        }}
      >
        {controls.backToReal}
      </button>
    </>
  );
}
