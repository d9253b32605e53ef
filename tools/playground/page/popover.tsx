import { type ReactNode, useId, useRef, useState } from 'react';

interface PopoverProps {
  readonly label: string;
  readonly className: string;
  readonly panelClassName?: string;
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a panel next to the button, or on a narrow page at the bottom. Escape or a click
 * elsewhere closes the panel, and the focus returns to the button.
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
          // The content is removed only after the browser has returned the focus to the button.
          if (event.newState === 'closed') setIsOpen(false);
          else panel.current?.querySelector<HTMLElement>('button, input, select')?.focus();
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
