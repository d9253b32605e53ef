export function tablesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('kind' in node && node.kind === 'TableNode')
    return [/"identifier":\{[^}]*"name":"(\w+)"/.exec(JSON.stringify(node))?.[1] ?? ''];
  return Object.values(node).flatMap(tablesIn);
}
