import { type ReactNode, useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children?: ReactNode;
}

/** Something that is on or off, with what that means, and what else there is to set. */
export function Switch({ label, about, isOn, onSwitch, children }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
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
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`}>{about}</p>
      </div>
      {children}
    </div>
  );
}
