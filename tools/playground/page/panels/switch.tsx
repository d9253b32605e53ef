import { type ReactNode, useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children?: ReactNode;
}

export function Switch({ label, about, isOn, onSwitch, children }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch row">
      <input
        id={id}
        type="checkbox"
        role="switch row"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={`${id}-about`}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <div className="grow">
        <label htmlFor={id}>{label}</label>
        <p className="quiet small" id={`${id}-about`}>
          {about}
        </p>
      </div>
      {children}
    </div>
  );
}
