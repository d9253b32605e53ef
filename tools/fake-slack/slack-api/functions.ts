import { calendarDate } from '../block-kit/elements.ts';
import { isRecord, type JsonObject } from '../json.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import type { Acknowledgement } from './delivery.ts';
import type { FunctionParameter, LocalExecution, StepDefinition } from './executions.ts';
import { executionPayload } from './payloads.ts';
import { errorResponse, type Methods, okResponse, type SlackResponse } from './responses.ts';

/** Slack's methods that end a workflow step with success or with an error. A step ends only once. */
export function createFunctionMethods(state: WorkspaceState): Methods {
  return [
    ['functions.completeSuccess', (args) => completeSuccess(state, args)],
    ['functions.completeError', (args) => completeError(state, args)],
  ];
}

function completeSuccess(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { outputs } = args;
  if (!isRecord(outputs)) return errorResponse('invalid_arguments', ['/outputs: missing']);
  const execution = runningIn(state, args);
  if ('body' in execution) return execution;
  const faults = parameterFaults(stepNamed(state, execution.callbackId)?.outputs ?? [], outputs);
  if (faults.length > 0) return errorResponse('parameter_validation_failed', faults);
  state.executions.end(execution, { status: 'completed', outputs });
  return okResponse();
}

function completeError(state: WorkspaceState, args: JsonObject): SlackResponse {
  const { error } = args;
  if (typeof error !== 'string' || error === '')
    return errorResponse('invalid_arguments', ['/error: missing']);
  const execution = runningIn(state, args);
  if ('body' in execution) return execution;
  state.executions.end(execution, { status: 'failed', error });
  return okResponse();
}

function runningIn({ executions }: WorkspaceState, args: JsonObject): LocalExecution | SlackResponse {
  const id = args.function_execution_id;
  if (id === undefined) return errorResponse('invalid_arguments', ['/function_execution_id: missing']);
  const execution = executions.find(id);
  if (execution === undefined) return errorResponse('function_execution_not_found');
  return execution.status === 'running' ? execution : errorResponse('execution_not_in_running_state');
}

function stepNamed({ steps }: WorkspaceState, callbackId: string): StepDefinition | undefined {
  return steps.find((one) => one.callbackId === callbackId);
}

type SendEvent = (event: JsonObject) => Promise<Acknowledgement>;

/** Runs workflow steps as a Slack workflow does. @throws for an unknown step or invalid inputs */
export function createSteps(state: WorkspaceState, sendEvent: SendEvent) {
  return {
    /** Resolves with the state of the step when the bot has acknowledged; the step may still be running. */
    async runStep(callbackId: string, inputs: JsonObject): Promise<LocalExecution> {
      const definition = stepNamed(state, callbackId);
      if (definition === undefined || !state.events.includes('function_executed'))
        throw new Error(`The app has no step \`${callbackId}\``);
      const [fault] = parameterFaults(definition.inputs, inputs);
      if (fault !== undefined) throw new Error(`Workflow Builder gives no such input: ${fault}`);
      const execution = state.executions.begin(callbackId, inputs);
      await sendEvent(executionPayload(definition, execution, state.now()));
      return state.executions.find(execution.id) ?? execution;
    },
    execution: (id: string) => state.executions.find(id),
  };
}

function parameterFaults(parameters: readonly FunctionParameter[], values: JsonObject): string[] {
  const missing = parameters.filter(({ name, isRequired }) => isRequired && values[name] === undefined);
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined) return [`/${name}: unknown`];
    return fits(parameter.type, value) ? [] : [`/${name}: not of type ${parameter.type}`];
  });
  return [...missing.map(({ name }) => `/${name}: missing`), ...wrong];
}

function fits(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
    case 'slack#/types/timestamp':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'slack#/types/date':
      return calendarDate.safeParse(value).success;
    default:
      return typeof value === 'string';
  }
}
