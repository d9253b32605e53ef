import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly className: string;
  /** The accessible name; `labelledBy` is the id of an element with it. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** A click outside closes it. */
  readonly isLight?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog: focus stays inside, Escape closes it, and focus returns. */
export function Dialog({ className, label, labelledBy, isLight = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => {
      // Close before removal, or the focus does not return.
      element?.close();
      if (!(before instanceof HTMLElement && before.isConnected)) return;
      // If the dialog restores the focus, a text box under it has no caret.
      before.blur();
      before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key; this is the click on its backdrop.
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // A browser closes it at a second Escape; only the parent may close it.
        if (dialog.current?.open === false) dialog.current.showModal();
      }}
      onClick={(event) => {
        if (isLight && event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly isDanger: boolean;
  readonly onAnswer: (isYes: boolean) => void;
  readonly children: ReactNode;
}

/** A question with two answers. Escape means no. */
export function Question({ title, yes, no, isDanger, onAnswer, children }: QuestionProps) {
  const id = useId();
  return (
    <Dialog className="question card" labelledBy={id} onClose={() => onAnswer(false)}>
      <h2 id={id}>{title}</h2>
      <div className="quiet">{children}</div>
      <div className="elements row">
        <button type="button" className="button" onClick={() => onAnswer(false)}>
          {no}
        </button>
        <button
          type="button"
          className={`button button-${isDanger ? 'danger' : 'primary'}`}
          onClick={() => onAnswer(true)}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
