import { constants, setPriority } from 'node:os';

/** Vitest's set-up of all tests but `compatibility`: its bot has to answer in time, and gets the processor first. */
setPriority(constants.priority.PRIORITY_LOW);
