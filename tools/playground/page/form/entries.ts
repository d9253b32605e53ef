import { useState } from 'react';
import { type OnUse, useActions } from '../action.ts';
import type { FieldValue, FormValues, PageView, UserActionResult } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { type Edits, enteredIn, type FormField, isToldOn, valueIn, withEdit } from './fields.ts';

export type Entries = ReturnType<typeof useEntries>;

/** A button or field that was used, with what stands in all fields; `person` is whose view it is. */
export interface ViewUse {
  readonly person: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly value?: FieldValue | undefined;
  readonly values: FormValues;
}

/**
 * Holds what is being entered in a view; it survives every change of the view for as long as the field does. `tell`
 * sends what the bot wants to hear of at once.
 */
export function useEntries(view: PageView, tell: (use: ViewUse) => Promise<UserActionResult>) {
  const person = usePage().me.id;
  const name = `${person} ${view.id}`;
  const [entered, setEntered] = useState<{ of: string; edits: Edits }>({ of: name, edits: {} });
  const edits = entered.of === name ? entered.edits : {};
  const { pending, failure, run } = useActions();
  const use: OnUse = (blockId, actionId, value) =>
    tell({ person, blockId, actionId, value, values: enteredIn(view, edits) });
  const told = ({ blockId, actionId }: FormField, value: FieldValue, values: FormValues) =>
    void run(actionId, () => tell({ person, blockId, actionId, value, values }), true);
  return {
    pending,
    failure,
    run,
    /** What stands in all fields. */
    values: () => enteredIn(view, edits),
    value: (field: FormField) => valueIn(field, view, edits),
    /** Puts a value into a field, and tells the bot where it wants to hear of it. */
    change(field: FormField, value: FieldValue) {
      const changed = withEdit(edits, field, value);
      setEntered({ of: name, edits: changed });
      if (isToldOn(field, 'change')) told(field, value, enteredIn(view, changed));
    },
    /** Enter was pressed in a text field: false where that means nothing to the bot. */
    enter(field: FormField): boolean {
      if (!isToldOn(field, 'enter')) return false;
      told(field, valueIn(field, view, edits), enteredIn(view, edits));
      return true;
    },
    use,
  };
}
