import { useId, useLayoutEffect, useRef } from 'react';
import { textIn } from '../../json.ts';
import { type Fields, Text, useDrawing } from './rich-text.tsx';

interface ConfirmationProps {
  /** Slack's confirmation object. */
  readonly confirm: Fields;
  readonly onAnswer: (isYes: boolean) => void;
}

/** Asks before something is sent, over everything else. */
export function Confirmation({ confirm, onAnswer }: ConfirmationProps) {
  const { words } = useDrawing();
  return (
    <Question
      title={textIn(confirm.title, 'text') || words.blocks.sure}
      yes={textIn(confirm.confirm, 'text') || words.blocks.yes}
      no={textIn(confirm.deny, 'text') || words.blocks.no}
      isDanger={confirm.style === 'danger'}
      onAnswer={onAnswer}
    >
      <Text of={confirm.text} />
    </Question>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly isDanger: boolean;
  readonly onAnswer: (isYes: boolean) => void;
  readonly children: React.ReactNode;
}

/** A question with two answers; Escape is no. */
export function Question({ title, yes, no, isDanger, onAnswer, children }: QuestionProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closing gives the focus back to where it was.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="question"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <h2 id={id}>{title}</h2>
      <div className="question-text">{children}</div>
      <div className="question-buttons">
        <button type="button" className="button button-default" onClick={() => onAnswer(false)}>
          {no}
        </button>
        <button
          type="button"
          className={`button ${isDanger ? 'button-danger-full' : 'button-primary'}`}
          onClick={() => onAnswer(true)}
        >
          {yes}
        </button>
      </div>
    </dialog>
  );
}
