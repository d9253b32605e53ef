export type { Faults, Operation } from './faults.ts';
export type { SandboxCredentials } from './operations.ts';
export { createSandbox, type MessageReference, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { type Story, type StoryName, stories } from './traffic/stories.ts';
