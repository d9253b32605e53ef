import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { textIn } from '../../json.ts';
import { troubleText } from '../action.ts';
import { useActing } from '../blocks/acting.ts';
import { Blocks, type OnUse } from '../blocks/blocks.tsx';
import type {
  FieldValue,
  PageChannel,
  PageForm,
  PagePerson,
  UserAction,
  UserActionResult,
} from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { Field } from './field.tsx';
import { type Edits, enteredIn, type FormField, fieldOf, fieldsIn, valueIn, withEdit } from './fields.ts';

export interface FormDialogProps {
  readonly form: PageForm;
  readonly act: (act: UserAction) => Promise<UserActionResult>;
  readonly person: PagePerson;
  readonly people: readonly PagePerson[];
  readonly channels: readonly PageChannel[];
  readonly theme: 'light' | 'dark';
  readonly words: Words;
}

/**
 * The form that is open, over everything else. What is being entered is held here and survives every change of the
 * form for as long as the field does. Escape closes it, and focus goes back to where it was.
 */
export function FormDialog({ form, act, person, people, channels, theme, words }: FormDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [{ formId, edits }, setEntered] = useState<{ formId: string; edits: Edits }>({
    formId: form.id,
    edits: {},
  });
  const current = formId === form.id ? edits : {};
  const acting = useActing();
  // Closing waits for nothing that is under way.
  const closing = useActing();
  const fields = fieldsIn(form.blocks);
  const faulty = fields.find(({ blockId }) => form.errors[blockId] !== undefined)?.blockId;

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (!(before instanceof HTMLElement && before.isConnected)) return;
      // Where the dialog itself gives the focus back, a text box under it has no caret yet.
      before.blur();
      before.focus();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another form begins at its first field.
  useEffect(() => {
    focusOn(body.current?.querySelector('[data-block-id]'));
  }, [form.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same mistake once more is shown once more.
  useEffect(() => {
    if (faulty !== undefined) {
      focusOn(body.current?.querySelector(`[data-block-id="${CSS.escape(faulty)}"]`));
    }
  }, [form.errors, faulty]);

  function change(field: FormField, value: FieldValue): Edits {
    const changed = withEdit(current, field, value);
    setEntered({ formId: form.id, edits: changed });
    if (field.isDispatched && !isText(field)) void use(field, value, changed);
    return changed;
  }

  function use({ blockId, actionId }: FormField, value: FieldValue, entered: Edits) {
    const values = enteredIn(form, entered);
    return acting.run(
      actionId,
      () => act({ kind: 'use', person: person.id, blockId, actionId, value, values }),
      true,
    );
  }

  const useBlock: OnUse = (blockId, actionId, value) =>
    act({
      kind: 'use',
      person: person.id,
      blockId,
      actionId,
      ...(value === undefined ? {} : { value }),
      values: enteredIn(form, current),
    });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void acting.run('submit', () =>
      act({ kind: 'submit', person: person.id, values: enteredIn(form, current) }),
    );
  }

  function close(): void {
    void closing.run('close', () => act({ kind: 'close', person: person.id }));
  }

  const isSending = acting.working === 'submit';
  const trouble = closing.trouble ?? acting.trouble;
  const notice = trouble ? troubleText(trouble, words.form) : form.trouble;
  return (
    <dialog
      ref={dialog}
      className="form-dialog"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // A browser lets a second Escape close it whatever is wanted here; the server says when it is closed.
        if (dialog.current?.open === false) dialog.current.showModal();
      }}
    >
      <form onSubmit={submit} noValidate aria-busy={acting.working !== undefined}>
        <header>
          <h2 id={`${id}-title`}>{form.title}</h2>
          <button type="button" className="form-close" aria-label={words.form.close} onClick={close}>
            <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
              <path d="M4 4l10 10M14 4L4 14" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        </header>
        <div ref={body} className="form-body">
          {form.blocks.map((block, at) => {
            const key = textIn(block, 'block_id') || at;
            if (block.type !== 'input') {
              return (
                <Blocks
                  key={key}
                  blocks={[block]}
                  {...{ people, channels, theme, words }}
                  locale={person.locale}
                  zone={person.zone}
                  onUse={useBlock}
                />
              );
            }
            const field = fieldOf(block);
            const error = form.errors[field.blockId];
            return (
              <Field
                key={`${field.blockId} ${field.type}`}
                field={field}
                value={valueIn(field, form, current)}
                channels={channels}
                words={words}
                isWorking={acting.working === field.actionId}
                {...(error === undefined ? {} : { error })}
                onChange={(value) => change(field, value)}
                {...(field.isDispatched && isText(field)
                  ? { onEnter: () => void use(field, valueIn(field, form, current), current) }
                  : {})}
              />
            );
          })}
        </div>
        <footer>
          <div className="form-notice" role="alert">
            {notice !== undefined && (
              <p>
                <span aria-hidden="true">⚠ </span>
                {notice}
              </p>
            )}
          </div>
          <button type="button" className="button button-default" onClick={close}>
            {form.close}
          </button>
          {form.submit !== undefined && (
            <button type="submit" className="button button-primary" aria-disabled={isSending}>
              <span className="button-label">{isSending ? words.form.sending : form.submit}</span>
              {isSending && <span className="spinner" aria-hidden="true" />}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** Texts are sent with Enter, not with every character. */
function isText({ type }: FormField): boolean {
  return type.endsWith('_input');
}

function focusOn(field: Element | null | undefined): void {
  field
    ?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), select, textarea, input')
    ?.focus();
}
