import { type SubmitEvent, useState } from 'react';
import { failureText, useActions } from '../action.ts';
import type { PagePerson, PageStep, PageStepRun } from '../contract.ts';
import { Field } from '../form/field.tsx';
import { fieldOf } from '../form/fields.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';

export function StepControl() {
  const { steps } = usePage().state.bot;
  if (steps.length === 0) return null;
  return (
    <Popover
      label={t.step.run}
      className="strip-button row card"
      panelClassName="strip-panel"
      button={t.step.kind}
    >
      {() => steps.map((step) => <StepForm key={step.callbackId} step={step} />)}
    </Popover>
  );
}

const USER = 'slack#/types/user_id';

function StepForm({ step }: { readonly step: PageStep }) {
  const { state, me, send } = usePage();
  const { callbackId, title, description, inputs } = step;
  // Inputs of type user are preset to the current person, for whom the bot checks access.
  const asker = inputs.filter(({ type }) => type === USER).map(({ name }) => [name, me.id] as const);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(Object.fromEntries(asker));
  const { pending, failure, run } = useActions();
  const lastRun = state.stepRun?.callbackId === callbackId ? state.stepRun : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    void run(callbackId, () => send({ kind: 'step', person: me.id, callbackId, inputs: entered }));
  };
  return (
    <form className="fields column" onSubmit={submit} noValidate>
      <h2>{title}</h2>
      <p className="quiet small">{description}</p>
      {inputs.map((input) => (
        <Field
          key={input.name}
          field={fieldOf(inputBlock(input, state.people))}
          value={values[input.name] ?? null}
          error={undefined}
          isPending={false}
          onChange={(value) => setValues({ ...values, [input.name]: value ?? '' })}
          onEnter={() => false}
        />
      ))}
      <button type="submit" className="button button-primary" aria-disabled={pending !== undefined}>
        {t.step.run}
      </button>
      <div role="status" aria-label={t.step.result}>
        {failure && <p className="failure small">{`⚠ ${failureText(failure)}`}</p>}
        {!failure && lastRun && <Result run={lastRun} />}
      </div>
    </form>
  );
}

function inputBlock(input: PageStep['inputs'][number], people: readonly PagePerson[]) {
  const { name, title, description, type, isRequired } = input;
  const options = people.map((one) => ({ value: one.id, text: { text: one.name } }));
  const elements: Readonly<Record<string, object>> = {
    [USER]: { type: 'static_select', options },
    'slack#/types/channel_id': { type: 'conversations_select', filter: { include: ['public'] } },
    'slack#/types/date': { type: 'datepicker' },
  };
  return {
    block_id: name,
    label: { text: title },
    hint: { text: description },
    optional: !isRequired,
    element: elements[type] ?? { type: 'plain_text_input' },
  };
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
      <dl className="small">
        {run.outputs.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="plain-text">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
