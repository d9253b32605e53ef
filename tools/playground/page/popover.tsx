import { type ReactNode, useId, useRef, useState } from 'react';

interface PopoverProps {
  readonly label: string;
  /** Of the button and of the panel. */
  readonly className: string;
  readonly panelClassName?: string;
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button with a panel that opens beside it, over everything else; on a narrow page the panel is a sheet at the
 * bottom. Escape or a press elsewhere closes it, and focus goes back to the button.
 */
export function Popover({ label, className, panelClassName = '', button, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const anchor = `--${id}`;
  return (
    <>
      <button
        type="button"
        className={className}
        style={{ anchorName: anchor }}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={`popover card ${panelClassName}`}
        style={{ positionAnchor: anchor }}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setIsOpen(true);
        }}
        onToggle={(event) => {
          // What has the focus stays until the browser has given it back to the button.
          if (event.newState === 'closed') setIsOpen(false);
          else panel.current?.querySelector<HTMLElement>('button, input, select')?.focus();
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
