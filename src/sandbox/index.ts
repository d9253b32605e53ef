export type { SandboxCall } from './calls.ts';
export { type Faults, faultsSchema, type SandboxOperation as Operation } from './faults.ts';
export type { SandboxCredentials } from './operations.ts';
export { createSandbox, type MessageReference, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { operators } from './traffic/operators.ts';
export { type Story, type StoryName, stories } from './traffic/stories.ts';
