import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { failureText, useActions } from '../action.ts';
import type { PageForm } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { fieldsIn } from './fields.ts';
import { useEntries, ViewBlocks } from './view.tsx';

export function FormDialog({ form }: { readonly form: PageForm }) {
  const id = useId();
  const filling = useFilling(form);
  const notice = filling.failure ? failureText(filling.failure) : form.notice;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    filling.submit();
  }

  return (
    <Dialog className="form-dialog card column" labelledBy={`${id}-title`} onClose={filling.close}>
      <form className="column grow" onSubmit={submit} noValidate aria-busy={filling.isBusy}>
        <header className="row">
          <h2 id={`${id}-title`}>{form.title}</h2>
          <IconButton icon="close" label={t.form.close} onClick={filling.close} />
        </header>
        <FormBody form={form} filling={filling} />
        <footer className="row">
          <div className="grow" role="alert">
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
              {filling.isSending ? t.form.sending : form.submit}
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another form opens, its first field gets the focus.
  useEffect(() => {
    focusOn(body.current?.querySelector('[data-block-id]'));
  }, [form.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated error must focus its field again.
  useEffect(() => {
    if (faulty !== undefined) {
      focusOn(body.current?.querySelector(`[data-block-id="${CSS.escape(faulty)}"]`));
    }
  }, [form.errors, faulty]);

  return (
    <div ref={body} className="form-body fields column grow">
      <ViewBlocks blocks={form.blocks} entries={filling.entries} errors={form.errors} />
    </div>
  );
}

function focusOn(field: Element | null | undefined): void {
  field?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), select, input')?.focus();
}

type Filling = ReturnType<typeof useFilling>;

function useFilling(form: PageForm) {
  const { me, send } = usePage();
  const person = me.id;
  const entries = useEntries(form, (use) => send({ kind: 'use', ...use }));
  // A separate queue, so that closing the form does not wait for running actions.
  const closing = useActions();
  return {
    entries,
    isBusy: entries.pending !== undefined,
    isSending: entries.pending === 'submit',
    failure: closing.failure ?? entries.failure,
    submit: () =>
      void entries.run('submit', () => send({ kind: 'submit', person, values: entries.values() })),
    close: () => void closing.run('close', () => send({ kind: 'close', person })),
  };
}
