import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { textIn } from '../../json.ts';
import { failureText, type OnUse, useActions } from '../action.ts';
import { Blocks } from '../blocks/blocks.tsx';
import type { FieldValue, PageForm } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Field } from './field.tsx';
import { type Edits, enteredIn, type FormField, fieldOf, fieldsIn, valueIn, withEdit } from './fields.ts';

export function FormDialog({ form }: { readonly form: PageForm }) {
  const { t } = usePage();
  const id = useId();
  const filling = useFilling(form);
  const notice = filling.failure ? failureText(filling.failure, t.form) : form.trouble;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    filling.submit();
  }

  return (
    <Dialog className="form-dialog card column" labelledBy={`${id}-title`} onClose={filling.close}>
      <form className="column grow" onSubmit={submit} noValidate aria-busy={filling.pending !== undefined}>
        <header className="row">
          <h2 id={`${id}-title`}>{form.title}</h2>
          <IconButton icon="close" label={t.form.close} onClick={filling.close} />
        </header>
        <FormBody form={form} filling={filling} />
        <footer className="row">
          <div className="form-notice" role="alert">
            {notice !== undefined && (
              <p className="notice">
                <span aria-hidden="true">⚠ </span>
                {notice}
              </p>
            )}
          </div>
          <button type="button" className="button" onClick={filling.close}>
            {form.close}
          </button>
          {form.submit !== undefined && (
            <button type="submit" className="button button-primary" aria-disabled={filling.isSending}>
              <span className="button-label">{filling.isSending ? t.form.sending : form.submit}</span>
              {filling.isSending && <span className="spinner" aria-hidden="true" />}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

function FormBody({ form, filling }: { readonly form: PageForm; readonly filling: Filling }) {
  const body = useRef<HTMLDivElement>(null);
  const faulty = fieldsIn(form.blocks).find(({ blockId }) => form.errors[blockId] !== undefined)?.blockId;

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

  return (
    <div ref={body} className="form-body column grow">
      {form.blocks.map((block, at) => {
        if (block.type !== 'input') {
          return <Blocks key={textIn(block, 'block_id') || at} blocks={[block]} onUse={filling.use} />;
        }
        const field = fieldOf(block);
        return (
          <Field
            key={`${field.blockId} ${field.type}`}
            field={field}
            value={filling.value(field)}
            error={form.errors[field.blockId]}
            isPending={filling.pending === field.actionId}
            onChange={(value) => filling.change(field, value)}
          />
        );
      })}
    </div>
  );
}

function focusOn(field: Element | null | undefined): void {
  field?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), select, input')?.focus();
}

type Filling = ReturnType<typeof useFilling>;

/** Holds what is being entered; it survives every change of the form for as long as the field does. */
function useFilling(form: PageForm) {
  const { me, send } = usePage();
  const person = me.id;
  const [entered, setEntered] = useState<{ formId: string; edits: Edits }>({ formId: form.id, edits: {} });
  const edits = entered.formId === form.id ? entered.edits : {};
  const actions = useActions();
  // Closing waits for nothing that is under way.
  const closing = useActions();
  const use: OnUse = (blockId, actionId, value) =>
    send({ kind: 'use', person, blockId, actionId, value, values: enteredIn(form, edits) });
  return {
    pending: actions.pending,
    isSending: actions.pending === 'submit',
    failure: closing.failure ?? actions.failure,
    value: (field: FormField) => valueIn(field, form, edits),
    /** Puts a value into a field, and tells the bot where it wants to hear of it. */
    change(field: FormField, value: FieldValue) {
      const changed = withEdit(edits, field, value);
      setEntered({ formId: form.id, edits: changed });
      if (!field.isDispatched) return;
      const { blockId, actionId } = field;
      const values = enteredIn(form, changed);
      void actions.run(actionId, () => send({ kind: 'use', person, blockId, actionId, value, values }), true);
    },
    use,
    submit: () =>
      void actions.run('submit', () => send({ kind: 'submit', person, values: enteredIn(form, edits) })),
    close: () => void closing.run('close', () => send({ kind: 'close', person })),
  };
}
