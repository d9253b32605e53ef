import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export function Switch({ label, about, isOn, onSwitch }: SwitchProps) {
  const id = useId();
  return (
    <div className="row">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={`${id}-about`}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>
          <b>{label}</b>
        </label>
        <p className="quiet small" id={`${id}-about`}>
          {about}
        </p>
      </div>
    </div>
  );
}
