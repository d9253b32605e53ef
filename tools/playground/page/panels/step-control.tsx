import { type SubmitEvent, useId, useState } from 'react';
import { failureText, useActions } from '../action.ts';
import type { PageStep, PageStepInput, PageStepRun } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';

/** The app's steps for workflows, each with a form for what a workflow would hand it, and what came of it. */
export function StepControl() {
  const { state } = usePage();
  const { steps } = state.bot;
  if (steps.length === 0) return null;
  return (
    <Popover
      label={t.step.run}
      className="strip-button row card"
      panelClassName="strip-panel"
      button={<span>{t.step.kind}</span>}
    >
      {() => steps.map((step) => <StepForm key={step.callbackId} step={step} />)}
    </Popover>
  );
}

function StepForm({ step }: { readonly step: PageStep }) {
  const { state, me, send } = usePage();
  const { callbackId, title, description, inputs } = step;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => firstValues(inputs, me.id));
  const { pending, failure, run } = useActions();
  const lastRun = state.stepRun?.callbackId === callbackId ? state.stepRun : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    void run(callbackId, () => send({ kind: 'step', person: me.id, callbackId, inputs: entered }));
  };
  return (
    <form className="step column" onSubmit={submit} noValidate>
      <h2>{title}</h2>
      <p className="strip-hint quiet small">{description}</p>
      {inputs.map((input) => (
        <StepField
          key={input.name}
          input={input}
          value={values[input.name] ?? ''}
          onChange={(value) => setValues({ ...values, [input.name]: value })}
        />
      ))}
      <button type="submit" className="button button-primary" aria-disabled={pending !== undefined}>
        {t.step.run}
      </button>
      <div role="status" aria-label={t.step.result}>
        {failure && <p className="failure small">{`⚠ ${failureText(failure, t.blocks)}`}</p>}
        {!failure && lastRun && <Result run={lastRun} />}
      </div>
    </form>
  );
}

/** Whoever asks is whose rights decide, as a workflow's form has it. */
function firstValues(inputs: readonly PageStepInput[], me: string): Readonly<Record<string, string>> {
  return Object.fromEntries(inputs.filter(({ type }) => type === USER).map(({ name }) => [name, me]));
}

const USER = 'slack#/types/user_id';
const CHANNEL = 'slack#/types/channel_id';

interface StepFieldProps {
  readonly input: PageStepInput;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function StepField({ input, value, onChange }: StepFieldProps) {
  const { state } = usePage();
  const id = useId();
  const { title, description, type, isRequired } = input;
  const offered =
    type === USER
      ? state.people.map((one) => ({ value: one.id, text: one.name }))
      : type === CHANNEL
        ? state.channels.filter(({ isDm }) => !isDm).map((one) => ({ value: one.id, text: `#${one.name}` }))
        : undefined;
  return (
    <div className="field">
      <label className="field-label row" htmlFor={id}>
        {title} {!isRequired && <span className="quiet">({t.form.optional})</span>}
      </label>
      {offered === undefined ? (
        <input
          id={id}
          className="control"
          type={type === 'slack#/types/date' ? 'date' : 'text'}
          value={value}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <span className="control-select">
          <select
            id={id}
            className="control"
            value={value}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{t.form.none}</option>
            {offered.map((one) => (
              <option key={one.value} value={one.value}>
                {one.text}
              </option>
            ))}
          </select>
        </span>
      )}
      <p className="field-note quiet small" id={`${id}-hint`}>
        {description}
      </p>
    </div>
  );
}

function Result({ run }: { readonly run: PageStepRun }) {
  if (run.state === 'running') return <p className="quiet small">{t.blocks.working}</p>;
  if (run.state === 'failed')
    return (
      <p className="notice">
        <b>{t.step.failed}</b> {run.error}
      </p>
    );
  return (
    <>
      <h3>{t.step.done}</h3>
      <dl className="step-outputs small">
        {run.outputs.map(({ title, value }) => (
          <div key={title}>
            <dt className="quiet">{title}</dt>
            <dd className="plain-text">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
