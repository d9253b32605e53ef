import { renderMessage } from '../../tools/playground/terminal/render.ts';

export function blockText({ blocks }: { readonly blocks: readonly unknown[] }): string {
  return (
    JSON.stringify(blocks) &&
    renderMessage({ text: '', blocks: [...blocks] } as Parameters<typeof renderMessage>[0])
  );
}
