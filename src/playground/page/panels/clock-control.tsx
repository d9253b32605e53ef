import { useState } from 'react';
import type { PageClock, PagePerson } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { Popover } from '../popover.tsx';
import { useRunningClock } from '../running-clock.ts';
import { fromLocalInput, later, nextDay, toLocalInput, tomorrowMorning } from './clock-presets.ts';
import type { Control } from './control-strip.tsx';

interface ClockControlProps {
  readonly clock: PageClock;
  readonly person: PagePerson;
  readonly words: Words;
  readonly control: Control;
}

/** The clock, running on from what the server said last, and what moves it. */
export function ClockControl({ clock, person, words, control }: ClockControlProps) {
  const { zone } = person;
  const said = words.panels.strip;
  const now = useRunningClock(clock);
  const [picked, setPicked] = useState<string>();
  const time = new Intl.DateTimeFormat(person.locale, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  const day = new Intl.DateTimeFormat(person.locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(now);
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

  function set(): void {
    const at = fromLocalInput(picked ?? toLocalInput(now, zone), zone);
    if (at !== undefined) void control({ kind: 'clock', at });
  }

  return (
    <Popover
      label={said.moveClock}
      className={`strip-button${clock.isMoved ? ' is-changed' : ''}`}
      button={
        <>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.2" />
            <path d="M8 4.4V8l2.4 1.6" />
          </svg>
          <span className="visually-hidden">{said.clock} </span>
          <span className="strip-time">{time}</span>
          <span className="strip-wide">{day}</span>
          <span className="strip-state">{clock.isMoved ? said.movedTime : said.realTime}</span>
        </>
      }
    >
      {() => (
        <div className="strip-panel">
          <h2>{said.moveClock}</h2>
          <p className="strip-hint">{said.clockHint}</p>
          <div className="strip-steps">
            <button
              type="button"
              className="button button-default"
              onClick={() => void control({ kind: 'clock', at: later(now, 5) })}
            >
              {said.fiveMinutes}
            </button>
            <button
              type="button"
              className="button button-default"
              onClick={() => void control({ kind: 'clock', at: later(now, 15) })}
            >
              {said.quarterHour}
            </button>
            <button
              type="button"
              className="button button-default"
              onClick={() => void control({ kind: 'clock', at: later(now, 60) })}
            >
              {said.hour}
            </button>
            <button
              type="button"
              className="button button-default"
              onClick={() => void control({ kind: 'clock', at: nextDay(now, zone) })}
            >
              {said.day}
            </button>
            <button
              type="button"
              className="button button-default"
              onClick={() => void control({ kind: 'clock', at: tomorrowMorning(now, zone) })}
            >
              {said.tomorrow}
            </button>
          </div>
          <form
            className="strip-moment"
            onSubmit={(event) => {
              event.preventDefault();
              set();
            }}
          >
            <label>
              <span>{said.moment(city)}</span>
              <input
                type="datetime-local"
                className="control"
                value={picked ?? toLocalInput(now, zone)}
                min="2020-01-01T00:00"
                max="2034-12-31T23:59"
                onChange={(event) => setPicked(event.target.value)}
              />
            </label>
            <button type="submit" className="button button-default">
              {said.set}
            </button>
          </form>
          <button
            type="button"
            className="button button-primary"
            disabled={!clock.isMoved}
            onClick={() => {
              setPicked(undefined);
              void control({ kind: 'clock', at: null });
            }}
          >
            {said.backToReal}
          </button>
        </div>
      )}
    </Popover>
  );
}
