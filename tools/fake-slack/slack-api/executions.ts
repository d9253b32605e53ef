import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';

export interface FunctionParameter {
  readonly name: string;
  /** Slack's parameter type, such as `string`, `integer` or `slack#/types/date`. */
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

export interface StepDefinition {
  readonly callbackId: string;
  readonly title: string;
  readonly description?: string;
  readonly inputs: readonly FunctionParameter[];
  readonly outputs: readonly FunctionParameter[];
}

export interface LocalExecution {
  readonly id: string;
  readonly callbackId: string;
  readonly inputs: JsonObject;
  /** Token with which the bot may call the Web API until this workflow step ends. */
  readonly token: string;
  readonly status: 'running' | 'completed' | 'failed';
  readonly outputs?: JsonObject;
  readonly error?: string;
}

export function createExecutions(changed: () => void) {
  const executions = new Map<unknown, LocalExecution>();
  return {
    find: (id: unknown) => executions.get(id),
    withToken: (token: string) => [...executions.values()].find((one) => one.token === token),
    begin(callbackId: string, inputs: JsonObject): LocalExecution {
      const id = `Fx${randomUUID().slice(0, 8).toUpperCase()}`;
      const token = `xwfp-${randomUUID()}`;
      const execution = { id, callbackId, inputs, token, status: 'running' } as const;
      executions.set(id, execution);
      changed();
      return execution;
    },
    end(execution: LocalExecution, end: Pick<LocalExecution, 'status' | 'outputs' | 'error'>) {
      executions.set(execution.id, { ...execution, ...end });
      changed();
    },
    reset: () => executions.clear(),
  };
}
