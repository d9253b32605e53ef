import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const MARGIN_PX = 8;
const GAP_PX = 4;

/** In px of the window; `most` is how high the panel may be. */
interface Place {
  readonly left: number;
  readonly top: number | undefined;
  readonly bottom: number | undefined;
  readonly most: number;
}

interface PopoverProps {
  /** Names the panel, and the button where that shows no words. */
  readonly label: string;
  readonly isIcon?: boolean;
  readonly className?: string;
  /** What is in the button that opens it. */
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button with a panel that opens beside it, over everything else; on a narrow page the panel is a sheet at the
 * bottom. Escape or a press elsewhere closes it, and focus goes back to the button.
 */
export function Popover({ label, className = '', button, isIcon = false, children }: PopoverProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [place, setPlace] = useState<Place>();

  function settle(): void {
    if (trigger.current === null || panel.current === null) return;
    const [button, opened] = [trigger.current.getBoundingClientRect(), panel.current.getBoundingClientRect()];
    flushSync(() => setPlace(placeBeside(button, opened)));
    panel.current.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true });
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        popoverTarget={id}
        {...(isIcon ? { 'aria-label': label } : {})}
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
        className="popover"
        style={place === undefined ? { visibility: 'hidden' } : styleFor(place)}
        onBeforeToggle={(event) => {
          // What is in the panel must be there before it is measured, and still be there when focus leaves it.
          if (event.newState !== 'open') return;
          flushSync(() => {
            setIsOpen(true);
            setPlace(undefined);
          });
        }}
        onToggle={(event) => {
          if (event.newState === 'open') settle();
          else setIsOpen(false);
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

/** Under the button, or above it where there is more room; never over the window's edge. */
function placeBeside(button: DOMRect, panel: DOMRect): Place {
  const roomBelow = window.innerHeight - button.bottom - MARGIN_PX;
  const isBelow = panel.height + MARGIN_PX <= roomBelow || roomBelow >= button.top;
  const left = Math.max(MARGIN_PX, Math.min(button.left, window.innerWidth - panel.width - MARGIN_PX));
  return isBelow
    ? { left, top: button.bottom + GAP_PX, bottom: undefined, most: roomBelow - GAP_PX }
    : {
        left,
        top: undefined,
        bottom: window.innerHeight - button.top + GAP_PX,
        most: button.top - MARGIN_PX - GAP_PX,
      };
}

/** Handed to the style sheet, which knows better on a narrow page. */
function styleFor({ left, top, bottom, most }: Place): CSSProperties {
  const inset = [top, undefined, bottom, left].map((px) => (px === undefined ? 'auto' : `${px}px`)).join(' ');
  return { '--popover-inset': inset, '--popover-most': `${most}px` } as CSSProperties;
}
