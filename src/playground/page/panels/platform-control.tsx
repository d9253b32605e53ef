import { useState } from 'react';
import type { PagePlatform } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import type { RehearsalName } from '../locales/panels.ts';
import { Popover } from '../popover.tsx';
import type { Control } from './control-strip.tsx';
import { choices, inForce, type Rehearsal, rehearsals } from './fault-presets.ts';
import { Switch } from './switch.tsx';
import { usePlatform } from './use-platform.ts';

interface PlatformControlProps {
  readonly platform: PagePlatform;
  readonly words: Words;
  readonly control: Control;
}

const groups = ['connection', 'answers', 'traffic'] as const;

/** How the platform fares, in a word, and all that can be made to go wrong there. */
export function PlatformControl({ platform: told, words, control }: PlatformControlProps) {
  const said = words.panels.strip;
  const { platform, change } = usePlatform(told, control);
  const troubles = inForce(platform);
  const names = troubles.map((name) => words.panels.rehearsals[name].name);
  const state = troubles.length === 0 ? said.normal : said.inForce(troubles.length);
  const [isRevoked, setIsRevoked] = useState(false);

  function everythingNormal(): void {
    change({ isReachable: true, faults: {} });
  }

  return (
    <>
      <Popover
        label={said.rehearse}
        className={`strip-button strip-platform${troubles.length > 0 ? ' is-troubled' : ''}`}
        button={
          <>
            <span className="strip-light" aria-hidden="true">
              {troubles.length > 0 ? '⚠' : '●'}
            </span>
            <span>{said.platform}</span>
            <span className="strip-state">{state}</span>
            {names.length > 0 && <span className="strip-names strip-wide">{names.join(' · ')}</span>}
          </>
        }
      >
        {() => (
          <div className="strip-panel">
            <h2>{said.rehearse}</h2>
            <p className="strip-hint">{said.rehearseHint}</p>
            {groups.map((group) => (
              <fieldset key={group} className="strip-group">
                <legend>{said.groups[group]}</legend>
                {group === 'connection' && (
                  <RehearsalSwitch
                    name="unreachable"
                    words={words}
                    isOn={!platform.isReachable}
                    onSwitch={(isOn) => change({ isReachable: !isOn })}
                  />
                )}
                {rehearsals
                  .filter((rehearsal) => rehearsal.group === group)
                  .map((rehearsal) => (
                    <RehearsalRow key={rehearsal.name} {...{ rehearsal, platform, words, change }} />
                  ))}
              </fieldset>
            ))}
            <div className="strip-revoke">
              <button
                type="button"
                className="button button-default"
                onClick={() => void control({ kind: 'revoke' }).then(setIsRevoked)}
              >
                {said.revoke}
              </button>
              <p className="strip-hint" aria-live="polite">
                {isRevoked ? said.revoked : said.revokeHint}
              </p>
            </div>
          </div>
        )}
      </Popover>
      {troubles.length > 0 && (
        <button type="button" className="strip-button strip-normal" onClick={everythingNormal}>
          {said.everythingNormal}
        </button>
      )}
    </>
  );
}

interface RehearsalRowProps {
  readonly rehearsal: Rehearsal;
  readonly platform: PagePlatform;
  readonly words: Words;
  readonly change: ReturnType<typeof usePlatform>['change'];
}

function RehearsalRow({ rehearsal, platform, words, change }: RehearsalRowProps) {
  const offered = choices(rehearsal, platform);
  const current = rehearsal.setting(platform.faults);
  const [wanted, setWanted] = useState(offered[0] ?? '');
  const setting = current === undefined || current === '' ? wanted : current;

  function start(value: string): void {
    setWanted(value);
    change({ faults: rehearsal.start(platform.faults, value) });
  }

  return (
    <RehearsalSwitch
      name={rehearsal.name}
      words={words}
      isOn={current !== undefined}
      onSwitch={(isOn) => (isOn ? start(setting) : change({ faults: rehearsal.end(platform.faults) }))}
    >
      {offered.length > 0 && (
        <span className="control-select strip-setting">
          <select
            className="control"
            aria-label={`${words.panels.rehearsals[rehearsal.name].name}: ${words.panels.rehearsals[rehearsal.name].setting}`}
            value={setting}
            onChange={({ target }) => (current === undefined ? setWanted(target.value) : start(target.value))}
          >
            {offered.map((value) => (
              <option key={value} value={value}>
                {settingText(rehearsal.name, value, words)}
              </option>
            ))}
          </select>
        </span>
      )}
    </RehearsalSwitch>
  );
}

interface RehearsalSwitchProps {
  readonly name: RehearsalName;
  readonly words: Words;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children?: React.ReactNode;
}

function RehearsalSwitch({ name, words, isOn, onSwitch, children }: RehearsalSwitchProps) {
  const { name: label, about } = words.panels.rehearsals[name];
  return <Switch {...{ label, about, isOn, onSwitch }}>{children}</Switch>;
}

function settingText(name: Rehearsal['name'], value: string, { panels: { settings } }: Words): string {
  switch (name) {
    case 'rateLimited':
    case 'slow':
      return settings.seconds(Number(value));
    case 'lateReceipts': {
      const minutes = Number(value);
      return minutes > 60 && minutes % 60 === 0 ? settings.hours(minutes / 60) : settings.minutes(minutes);
    }
    case 'cutOff':
      return value === 'clean' ? settings.endsClean : settings.breaksOff;
    default:
      return value;
  }
}
