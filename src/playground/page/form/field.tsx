import { useId } from 'react';
import type { FieldValue } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { Control } from './control.tsx';
import type { FormField } from './fields.ts';

interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** While the bot is told of it. */
  readonly isPending: boolean;
  readonly onChange: (value: FieldValue) => void;
}

const COUNTED_FROM = 0.8;

/** A control with its label, hint and fault. */
export function Field({ field, value, error, isPending, onChange }: FieldProps) {
  const { t } = usePage();
  const id = useId();
  const isGroup = field.type === 'radio_buttons';
  const described = [error === undefined ? '' : `${id}-error`, field.hint === '' ? '' : `${id}-hint`];
  const left = charactersLeft(field, value);
  const Label = isGroup ? 'div' : 'label';
  return (
    <div className="field" data-block-id={field.blockId}>
      <Label className="field-label" id={`${id}-label`} {...(isGroup ? {} : { htmlFor: id })}>
        {field.label}
        {field.isOptional && <span className="field-optional"> ({t.form.optional})</span>}
        {isPending && <span className="spinner" role="img" aria-label={t.form.sending} />}
      </Label>
      <Control
        element={field.element}
        value={value}
        isOptional={field.isOptional}
        onChange={onChange}
        attributes={{
          id,
          ...(isGroup && { 'aria-labelledby': `${id}-label` }),
          'aria-required': !field.isOptional,
          'aria-invalid': error !== undefined,
          'aria-describedby': described.filter(Boolean).join(' ') || undefined,
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
      {left !== undefined && <p className="field-hint field-left">{t.form.left(left)}</p>}
    </div>
  );
}

/** How much can still be typed, once that is little. */
function charactersLeft({ element }: FormField, value: FieldValue): number | undefined {
  const most = element.max_length;
  if (typeof most !== 'number' || value === null) return undefined;
  return value.length >= most * COUNTED_FROM ? most - value.length : undefined;
}
