export type { SandboxCall } from './calls.ts';
export { type Faults, faultsSchema } from './faults.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { operators } from './traffic/operators.ts';
export { type StoryName, stories } from './traffic/stories.ts';
