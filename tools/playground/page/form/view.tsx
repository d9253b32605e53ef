import { useState } from 'react';
import { type JsonObject, textIn } from '../../../fake-slack/json.ts';
import { type OnUse, useActions } from '../action.ts';
import { Blocks } from '../blocks/blocks.tsx';
import type {
  FieldValue,
  FormValues,
  PageForm,
  PageView,
  UsedElement,
  UserActionResult,
} from '../contract.ts';
import { usePage } from '../page-context.ts';
import { Field } from './field.tsx';
import { dispatchesOn, type Edits, enteredIn, type FormField, fieldOf, valueIn, withEdit } from './fields.ts';

type Entries = ReturnType<typeof useEntries>;

interface ViewUse extends UsedElement {
  readonly person: string;
  readonly values: FormValues;
}

/** Stores entered values, also if the bot changes the view. `sendUse` sends the use of a field to the bot. */
export function useEntries(view: PageView, sendUse: (use: ViewUse) => Promise<UserActionResult>) {
  const person = usePage().me.id;
  const name = `${person} ${view.id}`;
  const [entered, setEntered] = useState<{ of: string; edits: Edits }>({ of: name, edits: {} });
  const edits = entered.of === name ? entered.edits : {};
  const { pending, failure, run } = useActions();
  const use: OnUse = (used) => sendUse({ person, ...used, values: enteredIn(view, edits) });
  const dispatch = ({ blockId, actionId }: FormField, value: FieldValue, values: FormValues) =>
    void run(actionId, () => sendUse({ person, blockId, actionId, value, values }), true);
  return {
    pending,
    failure,
    run,
    values: () => enteredIn(view, edits),
    value: (field: FormField) => valueIn(field, view, edits),
    /** Sets a field's value, and sends an action to the bot if the field does so on every change. */
    change(field: FormField, value: FieldValue) {
      const changed = withEdit(edits, field, value);
      setEntered({ of: name, edits: changed });
      if (dispatchesOn(field, 'change')) dispatch(field, value, enteredIn(view, changed));
    },
    /** Handles the Enter key in a text field. Returns false if the field sends no action on Enter. */
    enter(field: FormField): boolean {
      if (!dispatchesOn(field, 'enter')) return false;
      dispatch(field, valueIn(field, view, edits), enteredIn(view, edits));
      return true;
    },
    use,
  };
}

interface ViewBlocksProps {
  readonly blocks: readonly JsonObject[];
  readonly entries: Entries;
  readonly errors?: PageForm['errors'];
}

export function ViewBlocks({ blocks, entries, errors = {} }: ViewBlocksProps) {
  return blocks.map((block, at) => {
    const type = textIn(block, 'type');
    if (type !== 'input') {
      // The key is the position among blocks of one type, so that a changed view does not lose the focus.
      const position = blocks.slice(0, at).filter((one) => one.type === type).length;
      return <Blocks key={`${type} ${position}`} blocks={[block]} onUse={entries.use} />;
    }
    const field = fieldOf(block);
    return (
      <Field
        key={`${field.blockId} ${field.type}`}
        field={field}
        value={entries.value(field)}
        error={errors[field.blockId]}
        isPending={entries.pending === field.actionId}
        onChange={(value) => entries.change(field, value)}
        onEnter={() => entries.enter(field)}
      />
    );
  });
}
