import { z } from 'zod';
import { type Sealer, sealedJson } from '../../../runtime/crypto.ts';
import type { Fields } from '../../../slack/forms/modal.ts';
import { sealCommand } from '../../../slack/listeners/typed-command.ts';
import type { StatusButtons } from '../message/view.ts';
import type { ProblemButtons } from './view.ts';

const sealedFields = sealedJson('status.fields', z.record(z.string(), z.string()));

/** `command` is the one that its buttons type. */
export function createProblemButtons(
  sealer: Sealer,
  command: string,
  { seal }: Pick<StatusButtons, 'seal'>,
): ProblemButtons {
  return {
    seal,
    sealText: (text, other = command) => sealCommand(sealer, other, text),
    sealFields: (fields) => sealedFields.seal(sealer, fields),
  };
}

/** What a form begins with; `undefined` where it was sealed by another key or version. */
export function openFields(sealer: Sealer, value: string): Fields | undefined {
  return sealedFields.open(sealer, value);
}
