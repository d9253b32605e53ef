import { useState } from 'react';
import type { Perform } from '../action.ts';
import type { PagePlatform } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { choices, type FaultPreset, faultPresets, inForce } from './fault-presets.ts';
import { Switch } from './switch.tsx';

type PlatformChange = Partial<Pick<PagePlatform, 'isReachable' | 'faults'>>;

const GROUPS = ['connection', 'answers', 'traffic'] as const;

export function PlatformControl({ perform }: { readonly perform: Perform }) {
  const { controls, faults } = t;
  const { platform, change } = usePlatform(perform);
  const names = inForce(platform).map((name) => faults[name].name);
  const isNormal = names.length === 0;
  return (
    <>
      <Popover
        label={controls.rehearse}
        className={`strip-button strip-platform row card${isNormal ? '' : ' is-changed'}`}
        panelClassName="strip-panel"
        button={
          <>
            <span className="strip-light" aria-hidden="true">
              {isNormal ? '●' : '⚠'}
            </span>
            <span>{controls.platform}</span>
            <span className="strip-state quiet">
              {isNormal ? controls.normal : controls.inForce(names.length)}
            </span>
            {!isNormal && <span className="ellipsis strip-wide">{names.join(' · ')}</span>}
          </>
        }
      >
        {() => (
          <>
            <h2>{controls.rehearse}</h2>
            <p className="strip-hint quiet small">{controls.rehearseHint}</p>
            {GROUPS.map((group) => (
              <fieldset key={group} className="strip-group">
                <legend>{controls.groups[group]}</legend>
                {group === 'connection' && (
                  <Switch
                    label={faults.unreachable.name}
                    about={faults.unreachable.about}
                    isOn={!platform.isReachable}
                    onSwitch={(isOn) => change({ isReachable: !isOn })}
                  />
                )}
                {faultPresets
                  .filter((preset) => preset.group === group)
                  .map((preset) => (
                    <FaultSwitch key={preset.name} {...{ preset, platform, change }} />
                  ))}
              </fieldset>
            ))}
            <Revoke perform={perform} />
          </>
        )}
      </Popover>
      {!isNormal && (
        <button
          type="button"
          className="strip-button strip-normal row card"
          onClick={() => change({ isReachable: true, faults: {} })}
        >
          {controls.everythingNormal}
        </button>
      )}
    </>
  );
}

interface FaultSwitchProps {
  readonly preset: FaultPreset;
  readonly platform: PagePlatform;
  readonly change: (changes: PlatformChange) => void;
}

function FaultSwitch({ preset, platform, change }: FaultSwitchProps) {
  const { name, about, setting: settingName } = t.faults[preset.name];
  const offered = choices(preset, platform);
  const current = preset.setting(platform.faults);
  const [wanted, setWanted] = useState(offered[0] ?? '');
  const setting = current === undefined || current === '' ? wanted : current;

  function start(value: string): void {
    setWanted(value);
    change({ faults: preset.start(platform.faults, value) });
  }

  return (
    <Switch
      label={name}
      about={about}
      isOn={current !== undefined}
      onSwitch={(isOn) => (isOn ? start(setting) : change({ faults: preset.end(platform.faults) }))}
    >
      {offered.length > 0 && (
        <span className="control-select strip-setting">
          <select
            className="control"
            aria-label={`${name}: ${settingName}`}
            value={setting}
            onChange={({ target }) => (current === undefined ? setWanted(target.value) : start(target.value))}
          >
            {offered.map((value) => (
              <option key={value} value={value}>
                {settingText(preset.name, value)}
              </option>
            ))}
          </select>
        </span>
      )}
    </Switch>
  );
}

function Revoke({ perform }: { readonly perform: Perform }) {
  const { controls } = t;
  const [isRevoked, setIsRevoked] = useState(false);
  return (
    <div className="strip-revoke row">
      <button
        type="button"
        className="button"
        onClick={() => void perform({ kind: 'revoke' }).then(setIsRevoked)}
      >
        {controls.revoke}
      </button>
      <p className="strip-hint quiet small" aria-live="polite">
        {isRevoked ? controls.revoked : controls.revokeHint}
      </p>
    </div>
  );
}

/** The platform as it is wanted: a switch moves when it is pressed, and the server has the last word. */
function usePlatform(perform: Perform) {
  const told = usePage().state.platform;
  const content = JSON.stringify(told);
  const [wanted, setWanted] = useState<{ since: string; platform: PagePlatform }>();
  // Over once the server has spoken, also where it comes back later to what it said before.
  if (wanted !== undefined && wanted.since !== content) setWanted(undefined);
  const platform = wanted?.since === content ? wanted.platform : told;

  function change(changes: PlatformChange): void {
    setWanted({ since: content, platform: { ...platform, ...changes } });
    const { isReachable, faults } = changes;
    const undo = (isDone: boolean) => {
      if (!isDone) setWanted(undefined);
    };
    if (isReachable !== undefined && isReachable !== platform.isReachable)
      void perform({ kind: 'reach', isReachable }).then(undo);
    if (faults !== undefined) void perform({ kind: 'faults', faults }).then(undo);
  }

  return { platform, change };
}

function settingText(name: FaultPreset['name'], value: string): string {
  const texts = t.settings;
  switch (name) {
    case 'rateLimited':
    case 'slow':
      return texts.seconds(Number(value));
    case 'lateReceipts': {
      const minutes = Number(value);
      return minutes > 60 && minutes % 60 === 0 ? texts.hours(minutes / 60) : texts.minutes(minutes);
    }
    case 'cutOff':
      return value === 'clean' ? texts.endsClean : texts.breaksOff;
    default:
      return value;
  }
}
