import { type JsonObject, textIn } from '../../../fake-slack/json.ts';
import { Blocks } from '../blocks/blocks.tsx';
import type { PageForm } from '../contract.ts';
import type { Entries } from './entries.ts';
import { Field } from './field.tsx';
import { fieldOf } from './fields.ts';

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
