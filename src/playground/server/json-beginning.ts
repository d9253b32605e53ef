/**
 * What the beginning of a JSON text says, up to the last object or array that ends in it; what is open there is
 * closed. `undefined` where none ends, or the text is not JSON's beginning.
 */
export function jsonBeginning(text: string): unknown {
  const open: string[] = [];
  let isString = false;
  let best: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') {
      open.pop();
      best = text.slice(0, at + 1) + open.toReversed().join('');
    }
  }
  try {
    return best === undefined ? undefined : JSON.parse(best);
  } catch {
    return undefined;
  }
}
