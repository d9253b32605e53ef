import { isRecord, textIn } from '../json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An element and the block it is in; in a view both have their ids. */
export interface PlacedElement {
  readonly block: Fields;
  readonly element: Fields;
  readonly blockId: string;
  readonly actionId: string;
  readonly type: string;
}

/** Every element of these blocks that can be used, in the order in which it is shown. */
export function elementsIn(blocks: readonly Fields[]): PlacedElement[] {
  return blocks.flatMap((block) =>
    candidates(block)
      .filter(isRecord)
      .filter((element) => element.type !== 'image')
      .map((element) => ({
        block,
        element,
        blockId: textIn(block, 'block_id'),
        actionId: textIn(element, 'action_id'),
        type: textIn(element, 'type'),
      })),
  );
}

/** The element with this action id. @throws where there is none, or several and no block is named */
export function elementNamed(
  blocks: readonly Fields[],
  actionId: string,
  blockId: string | undefined,
): PlacedElement {
  const [first, second] = elementsIn(blocks).filter(
    (placed) => placed.actionId === actionId && (blockId === undefined || placed.blockId === blockId),
  );
  if (first === undefined) throw new Error(`There is no element \`${actionId}\``);
  if (second !== undefined) throw new Error(`There are several elements \`${actionId}\`: name the block`);
  return first;
}

function candidates(block: Fields): unknown[] {
  switch (block.type) {
    case 'input':
      return [block.element];
    case 'section':
      return [block.accessory];
    case 'actions':
      return Array.isArray(block.elements) ? block.elements : [];
    default:
      return [];
  }
}
