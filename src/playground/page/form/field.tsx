import { useId } from 'react';
import type { FieldValue } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { Control } from './control.tsx';
import type { FormField, OfferedChannel } from './fields.ts';

interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error?: string;
  readonly channels: readonly OfferedChannel[];
  readonly words: Words;
  /** While the bot is told of it. */
  readonly isWorking: boolean;
  readonly onChange: (value: FieldValue) => void;
  readonly onEnter?: () => void;
}

const COUNTED_FROM = 0.8;

/** A control with its label, hint and fault. */
export function Field({ field, value, error, channels, words, isWorking, onChange, onEnter }: FieldProps) {
  const id = useId();
  const isGroup = field.type === 'radio_buttons' || field.type === 'checkboxes';
  const described = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(field.hint === '' ? [] : [`${id}-hint`]),
  ];
  const left = charactersLeft(field, value);
  const Label = isGroup ? 'div' : 'label';
  return (
    <div className="field" data-block-id={field.blockId}>
      <Label className="field-label" id={`${id}-label`} {...(isGroup ? {} : { htmlFor: id })}>
        {field.label}
        {field.isOptional && <span className="field-optional"> ({words.form.optional})</span>}
        {isWorking && <span className="spinner" role="img" aria-label={words.form.sending} />}
      </Label>
      <Control
        element={field.element}
        value={value}
        channels={channels}
        words={words}
        isOptional={field.isOptional}
        onChange={onChange}
        {...(onEnter ? { onEnter } : {})}
        attributes={{
          id,
          ...(isGroup ? { 'aria-labelledby': `${id}-label` } : {}),
          'aria-required': isGroup && field.type === 'checkboxes' ? undefined : !field.isOptional,
          'aria-invalid': error !== undefined,
          ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
        }}
      />
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      {field.hint !== '' && (
        <p className="field-hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {left !== undefined && <p className="field-hint field-left">{words.form.left(left)}</p>}
    </div>
  );
}

/** How much can still be typed, once that is little. */
function charactersLeft({ element }: FormField, value: FieldValue): number | undefined {
  const most = element.max_length;
  if (typeof most !== 'number' || typeof value !== 'string') return undefined;
  return value.length >= most * COUNTED_FROM ? most - value.length : undefined;
}
