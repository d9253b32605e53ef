import { type ReactNode, useId, useRef, useState } from 'react';

interface PopoverProps {
  readonly label: string;
  /** For the button and the panel. */
  readonly className: string;
  readonly panelClassName?: string;
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a panel next to it; on a narrow page a sheet at the bottom. Escape or a click elsewhere closes
 * it, and the focus returns to the button.
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
          // Remove the content only after the browser has returned the focus to the button.
          if (event.newState === 'closed') setIsOpen(false);
          else panel.current?.querySelector<HTMLElement>('button, input, select')?.focus();
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
