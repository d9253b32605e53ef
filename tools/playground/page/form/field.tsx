import { type AriaAttributes, useId } from 'react';
import { type JsonObject, textIn } from '../../../fake-slack/json.ts';
import type { FieldValue } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { channelOptions, type FormField, optionsOf } from './fields.ts';

interface FieldControlProps {
  readonly element: JsonObject;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly isOptional?: boolean;
  /** Called for the Enter key in a text field. Returns true if the key had an effect. */
  readonly onEnter?: () => boolean;
  readonly attributes: AriaAttributes & { readonly id?: string };
}

export function Control(props: FieldControlProps) {
  switch (props.element.type) {
    case 'static_select':
    case 'conversations_select':
      return <Select {...props} />;
    case 'radio_buttons':
      return <RadioButtons {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { datepicker: 'date', timepicker: 'time' };

function TextControl({ element, value, onChange, onEnter, attributes }: FieldControlProps) {
  const type = textIn(element, 'type');
  const most = typeof element.max_length === 'number' ? { maxLength: element.max_length } : {};
  return (
    <input
      {...attributes}
      {...most}
      data-focus={element.focus_on_load === true || undefined}
      className={`control control-${type}`}
      type={INPUT_TYPES[type] ?? 'text'}
      value={value ?? ''}
      placeholder={textIn(element.placeholder, 'text')}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value || null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter?.()) event.preventDefault();
      }}
    />
  );
}

function Select({ element, value, onChange, isOptional = false, attributes }: FieldControlProps) {
  const { state } = usePage();
  const isStatic = element.type === 'static_select';
  const offered = isStatic ? optionsOf(element) : channelOptions(element, state.channels);
  const placeholder = textIn(element.placeholder, 'text') || t.form.choose;
  return (
    <select
      {...attributes}
      data-focus={element.focus_on_load === true || undefined}
      className={`control${value === null ? ' is-empty' : ''}`}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {(value === null || isOptional) && (
        <option value="" disabled={!isOptional}>
          {value === null ? placeholder : t.form.none}
        </option>
      )}
      {offered.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

function RadioButtons({ element, value, onChange, attributes: { id, ...attributes } }: FieldControlProps) {
  const name = useId();
  return (
    <div role="radiogroup" className="column" {...attributes}>
      {optionsOf(element).map((option, at) => (
        <label key={option.value} className="row">
          <input
            type="radio"
            name={name}
            {...(at === 0 && { id })}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** True while a change of this field is sent and the bot has not acknowledged. */
  readonly isPending: boolean;
  readonly onChange: (value: FieldValue) => void;
  readonly onEnter: () => boolean;
}

export function Field({ field, value, error, isPending, onChange, onEnter }: FieldProps) {
  const id = useId();
  const isGroup = field.type === 'radio_buttons';
  const described = [error === undefined ? '' : `${id}-error`, field.hint === '' ? '' : `${id}-hint`];
  const Label = isGroup ? 'div' : 'label';
  return (
    <div className="field" data-block-id={field.blockId}>
      <Label className="row" id={`${id}-label`} {...(isGroup ? {} : { htmlFor: id })}>
        <b>{field.label}</b>
        {field.isOptional && <span className="quiet"> ({t.form.optional})</span>}
        {isPending && <span className="quiet">{t.form.sending}</span>}
      </Label>
      <Control
        element={field.element}
        value={value}
        isOptional={field.isOptional}
        onChange={onChange}
        onEnter={onEnter}
        attributes={{
          id,
          ...(isGroup && { 'aria-labelledby': `${id}-label` }),
          'aria-required': !field.isOptional,
          'aria-invalid': error !== undefined,
          'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        }}
      />
      {error !== undefined && (
        <p className="failure small" id={`${id}-error`}>
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      {field.hint !== '' && (
        <p className="quiet small" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </div>
  );
}
