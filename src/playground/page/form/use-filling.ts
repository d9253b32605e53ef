import { useState } from 'react';
import { type Failure, useActions } from '../action.ts';
import type { OnUse } from '../blocks/block.ts';
import type { FieldValue, PageForm } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { type Edits, enteredIn, type FormField, valueIn, withEdit } from './fields.ts';

/** A form that is being filled in. */
export interface Filling {
  /** The action that the bot is being told of. */
  readonly pending: string | undefined;
  readonly isSending: boolean;
  readonly failure: Failure | undefined;
  value(field: FormField): FieldValue;
  /** Puts a value into a field, and tells the bot where it wants to hear of it. */
  change(field: FormField, value: FieldValue): void;
  /** Uses an element that is no input. */
  readonly use: OnUse;
  submit(): void;
  close(): void;
}

/** Holds what is being entered; it survives every change of the form for as long as the field does. */
export function useFilling(form: PageForm): Filling {
  const { me, send } = usePage();
  const person = me.id;
  const [entered, setEntered] = useState<{ formId: string; edits: Edits }>({ formId: form.id, edits: {} });
  const edits = entered.formId === form.id ? entered.edits : {};
  const actions = useActions();
  // Closing waits for nothing that is under way.
  const closing = useActions();
  return {
    pending: actions.pending,
    isSending: actions.pending === 'submit',
    failure: closing.failure ?? actions.failure,
    value: (field) => valueIn(field, form, edits),
    change(field, value) {
      const changed = withEdit(edits, field, value);
      setEntered({ formId: form.id, edits: changed });
      if (!field.isDispatched) return;
      const { blockId, actionId } = field;
      const values = enteredIn(form, changed);
      void actions.run(actionId, () => send({ kind: 'use', person, blockId, actionId, value, values }), true);
    },
    use: (blockId, actionId, value) =>
      send({
        kind: 'use',
        person,
        blockId,
        actionId,
        ...(value === undefined ? {} : { value }),
        values: enteredIn(form, edits),
      }),
    submit: () =>
      void actions.run('submit', () => send({ kind: 'submit', person, values: enteredIn(form, edits) })),
    close: () => void closing.run('close', () => send({ kind: 'close', person })),
  };
}
