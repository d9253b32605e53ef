import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface OverlayProps {
  readonly className: string;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A drawer over the page: focus stays inside, Escape and a click beside it close it, and focus returns to where it was. */
export function Overlay({ className, label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken away, or the focus would not return.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key; this is the click on its backdrop.
    <dialog
      ref={dialog}
      className={`overlay ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
