import { useState } from 'react';
import type { Perform } from '../action.ts';
import type { PagePlatform } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { type FaultPreset, faultPresets, isInForce } from './fault-presets.ts';
import { Switch } from './switch.tsx';

interface PlatformControlProps {
  readonly perform: Perform;
}

export function PlatformControl({ perform }: PlatformControlProps) {
  const { isReachable, faults } = usePage().state.platform;
  const names = [
    ...(isReachable ? [] : [t.controls.unreachable]),
    ...faultPresets.filter((preset) => isInForce(preset, faults)).map(({ name }) => name),
  ];
  const isNormal = names.length === 0;
  const put = (wanted: PagePlatform['faults']) => void perform({ kind: 'faults', faults: wanted });
  const reach = (isOn: boolean) => void perform({ kind: 'reach', isReachable: isOn });
  return (
    <>
      <Popover
        label={t.controls.rehearse}
        className={`strip-button row card${isNormal ? '' : ' is-changed'}`}
        panelClassName="strip-panel"
        button={
          <>
            <span aria-hidden="true">{isNormal ? '●' : '⚠'}</span>
            {t.controls.platform}
            <span className="quiet">{isNormal ? t.controls.normal : t.controls.inForce(names.length)}</span>
            {!isNormal && <span className="ellipsis">{names.join(' · ')}</span>}
          </>
        }
      >
        {() => (
          <>
            <h2>{t.controls.rehearse}</h2>
            <p className="quiet small">{t.controls.rehearseHint}</p>
            <Switch
              label={t.controls.unreachable}
              about={t.controls.unreachableAbout}
              isOn={!isReachable}
              onSwitch={(isOn) => reach(!isOn)}
            />
            {faultPresets.map((preset) => (
              <Switch
                key={preset.name}
                label={preset.name}
                about={preset.about}
                isOn={isInForce(preset, faults)}
                onSwitch={(isOn) => put(isOn ? { ...faults, ...preset.faults } : without(preset, faults))}
              />
            ))}
            <Revoke perform={perform} />
          </>
        )}
      </Popover>
      {!isNormal && (
        <button
          type="button"
          className="strip-button row card"
          onClick={() => {
            reach(true);
            put({});
          }}
        >
          <b>{t.controls.everythingNormal}</b>
        </button>
      )}
    </>
  );
}

function Revoke({ perform }: PlatformControlProps) {
  const [isRevoked, setIsRevoked] = useState(false);
  return (
    <div className="row">
      <button
        type="button"
        className="button"
        onClick={() => void perform({ kind: 'revoke' }).then(setIsRevoked)}
      >
        {t.controls.revoke}
      </button>
      <p className="quiet small" aria-live="polite">
        {isRevoked ? t.controls.revoked : t.controls.revokeHint}
      </p>
    </div>
  );
}

function without({ faults: ended }: FaultPreset, faults: PagePlatform['faults']): PagePlatform['faults'] {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in ended)));
}
