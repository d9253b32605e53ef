import { useState } from 'react';
import { textIn } from '../../json.ts';
import type { FieldValue } from '../contract.ts';
import { Control } from '../form/control.tsx';
import { firstValue } from '../form/fields.ts';
import { type Fields, useDrawing } from './rich-text.tsx';

interface MenuProps {
  readonly element: Fields;
  readonly isWorking: boolean;
  readonly use: (element: Fields, value: FieldValue) => void;
}

/** A menu, date or group of choices outside an input: what is chosen is sent at once, and stays shown. */
export function Menu({ element, isWorking, use }: MenuProps) {
  const { words, channels } = useDrawing();
  const [value, setValue] = useState(() => firstValue(element));
  const label = textIn(element.placeholder, 'text') || words.blocks.choose;
  return (
    <span className="element-menu" aria-busy={isWorking}>
      <Control
        element={element}
        value={value}
        channels={channels}
        words={words}
        attributes={{ 'aria-label': label }}
        onChange={(next) => {
          setValue(next);
          use(element, next);
        }}
      />
      {isWorking && <span className="spinner" role="img" aria-label={words.blocks.working} />}
    </span>
  );
}
