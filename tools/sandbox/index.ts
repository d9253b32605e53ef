export { type Faults, faultsSchema } from './faults.ts';
export { createSandbox, listenProblem, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { localHosts, type SandboxCall } from './server.ts';
export { type StoryName, stories } from './traffic/stories.ts';
