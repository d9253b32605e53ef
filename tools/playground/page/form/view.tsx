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
import { type Edits, enteredIn, type FormField, fieldOf, isToldOn, valueIn, withEdit } from './fields.ts';

type Entries = ReturnType<typeof useEntries>;

/** A button or field that was used, with what stands in all fields; `person` is whose view it is. */
interface ViewUse extends UsedElement {
  readonly person: string;
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
  const use: OnUse = (used) => tell({ person, ...used, values: enteredIn(view, edits) });
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

interface ViewBlocksProps {
  readonly blocks: readonly JsonObject[];
  readonly entries: Entries;
  readonly errors?: PageForm['errors'];
}

/** The blocks of a view, fields among them. */
export function ViewBlocks({ blocks, entries, errors = {} }: ViewBlocksProps) {
  return blocks.map((block, at) => {
    const type = textIn(block, 'type');
    if (type !== 'input') {
      // By its place among its kind, as in messages: what is in focus stays so where the view changes.
      const place = blocks.slice(0, at).filter((one) => one.type === type).length;
      return <Blocks key={`${type} ${place}`} blocks={[block]} onUse={entries.use} />;
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
