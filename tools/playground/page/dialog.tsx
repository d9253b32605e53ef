import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly className: string;
  /** The dialog's accessible name; or `labelledBy` is the id of an element with that name. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** True if a click outside closes the dialog. */
  readonly isLight?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog: the focus stays inside, Escape closes the dialog, and the focus returns where it was. */
export function Dialog({ className, label, labelledBy, isLight = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => {
      // If the element is removed without `close()`, the browser does not return the focus.
      element?.close();
      if (!(before instanceof HTMLElement && before.isConnected)) return;
      // After the browser has returned the focus, a text box shows no caret until the focus is set again.
      before.blur();
      before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes the dialog, as does Escape.
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
        // A browser closes the dialog at a second Escape; only the parent component may close the dialog.
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

/** A dialog with a question and two answers. Escape means no. */
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
