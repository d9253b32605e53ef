import { constants, setPriority } from 'node:os';

/** Vitest's set-up of all tests except `compatibility`, whose bot must answer in time and gets the processor first. */
setPriority(constants.priority.PRIORITY_LOW);
