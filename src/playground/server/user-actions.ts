import { z } from 'zod';
import { faultsSchema } from '../../sandbox/index.ts';
import { elementsIn } from '../block-kit/element-state.ts';
import { withIds } from '../modals/view.ts';
import type { FormValues, UserAction, UserActionResult } from '../page/contract.ts';
import type { Acknowledgement } from '../slack-api/delivery.ts';
import type { Clock } from '../workspace/clock.ts';
import type { Environment } from '../workspace/environment.ts';
import type { LocalMessage } from '../workspace/messages.ts';
import type { LocalView } from '../workspace/workspace.ts';

const id = z.string().min(1).max(100);
const fieldValue = z.union([z.string().max(10_000), z.array(z.string().max(1_000)).max(200), z.null()]);
const values = z.record(z.string(), fieldValue);

/** What the page may ask for. */
export const userActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('say'),
    person: id,
    channel: id,
    text: z.string().min(1).max(12_000),
    threadTs: id.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('press'),
    person: id,
    ts: id,
    blockId: z.string(),
    actionId: z.string(),
    value: fieldValue.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('use'),
    person: id,
    blockId: z.string(),
    actionId: z.string(),
    value: fieldValue.exactOptional(),
    values,
  }),
  z.strictObject({ kind: z.literal('submit'), person: id, values }),
  z.strictObject({ kind: z.literal('close'), person: id }),
  z.strictObject({ kind: z.literal('speak'), person: id, locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/) }),
  z.strictObject({
    kind: z.literal('channel'),
    channel: id,
    hasBot: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('clock'), at: z.union([z.iso.datetime({ offset: true }), z.null()]) }),
  z.strictObject({ kind: z.literal('faults'), faults: faultsSchema }),
  z.strictObject({ kind: z.literal('reach'), isReachable: z.boolean() }),
  z.strictObject({ kind: z.literal('revoke') }),
  z.strictObject({ kind: z.literal('reset') }),
]) satisfies z.ZodType<UserAction>;

/** What acts work on. */
export interface UserActionDeps {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly clearRequestLog: () => void;
  /** Called after what the workspace does not tell of. */
  readonly changed: () => void;
}

/** Times people may go to: the platform's traffic and Slack's time stamps make sense there. */
/** The years 2020 to 2034, in any zone. */
const EARLIEST = Date.parse('2019-12-31T00:00:00Z');
const LATEST = Date.parse('2035-01-02T00:00:00Z');

/** Does what a page asks for. Resolves once the bot has acknowledged it, never waits for its answer, never rejects. */
export async function performUserAction(act: UserAction, deps: UserActionDeps): Promise<UserActionResult> {
  try {
    return resultOf(await done(act, deps));
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It cannot be done';
    return { ok: false, problem: { code: 'impossible', detail } };
  }
}

/** The acknowledgements of what the bot was told, if it was. @throws for what nobody could do now, saying why */
async function done(
  act: UserAction,
  deps: UserActionDeps,
): Promise<readonly (Acknowledgement | undefined)[]> {
  const { environment, clock, changed } = deps;
  const { workspace } = environment;
  switch (act.kind) {
    case 'say':
      // What becomes of a command, Slackbot says.
      await say(act, environment);
      break;
    case 'press': {
      const { person, ts, blockId, actionId, value } = act;
      const message = workspace.messages({ person }).find((one) => one.ts === ts);
      if (!message) throw new Error('The message is not there any more.');
      if (!isThere(message, blockId, actionId))
        throw new Error('This message has changed; the button is gone.');
      const chosen = value === undefined ? {} : { value };
      return [await workspace.click({ person, message, blockId, actionId, ...chosen })];
    }
    case 'use': {
      const { person, blockId, actionId, value } = act;
      const { there } = enteredIn(workspace.modal(person), act.values);
      workspace.fill({ person, values: there });
      return [await workspace.act({ person, blockId, actionId, ...(value === undefined ? {} : { value }) })];
    }
    case 'submit': {
      const { there, isWhole } = enteredIn(workspace.modal(act.person), act.values);
      if (!isWhole) throw new Error('The form has changed meanwhile.');
      return [await workspace.submit({ person: act.person, values: there })];
    }
    case 'close':
      return workspace.close(act.person);
    case 'speak':
      workspace.speak(act.person, act.locale);
      break;
    case 'channel': {
      const { channel, hasBot, isArchived } = act;
      workspace.changeChannel(channel, {
        ...(hasBot === undefined ? {} : { hasBot }),
        ...(isArchived === undefined ? {} : { isArchived }),
      });
      break;
    }
    case 'clock': {
      const instant = act.at === null ? undefined : new Date(act.at);
      if (instant && !(instant.getTime() >= EARLIEST && instant.getTime() <= LATEST))
        throw new Error('The clock goes from 2020 to 2034.');
      clock.moveTo(instant);
      break;
    }
    case 'faults':
      environment.platform.setFaults(act.faults);
      break;
    case 'reach':
      await environment.reach(act.isReachable);
      break;
    case 'revoke':
      environment.platform.revokeTokens();
      break;
    case 'reset':
      await reset(deps);
      break;
  }
  changed();
  return [];
}

/** Whether a message still has the element that somebody was shown a moment ago. */
function isThere({ blocks }: LocalMessage, blockId: string, actionId: string): boolean {
  return elementsIn(withIds(blocks)).some(
    (placed) => placed.blockId === blockId && placed.actionId === actionId,
  );
}

async function reset({ environment, clock, clearRequestLog }: UserActionDeps): Promise<void> {
  environment.platform.setFaults({});
  // Whatever the bot still waits for from the platform breaks off, so that it need not be waited for.
  await environment.reach(false);
  await environment.reach(true);
  clock.moveTo();
  await environment.restartBot();
  environment.workspace.reset();
  clearRequestLog();
}

/** A text with a slash before it is a command, everything else a message. */
async function say(
  { person, channel, text, threadTs }: Extract<UserAction, { kind: 'say' }>,
  { workspace }: Environment,
): Promise<void> {
  if (!workspace.channels(person).some(({ id }) => id === channel))
    throw new Error('That person has no such channel.');
  const thread = threadTs === undefined ? {} : { threadTs };
  const [, command, rest = ''] = /^(\/\S+)(.*)$/s.exec(text.trim()) ?? [];
  if (command === undefined) workspace.say({ person, channel, text, ...thread });
  else await workspace.command({ person, channel, command, text: rest.trim(), ...thread });
}

/** Of what was entered in a form, that whose field is still there: the bot may have changed it meanwhile. */
function enteredIn(form: LocalView | undefined, values: FormValues) {
  if (!form) return { there: values, isWhole: true };
  const entries = Object.entries(values);
  const there = entries.filter(([blockId]) => form.values[blockId] !== undefined);
  return { there: Object.fromEntries(there), isWhole: there.length === entries.length };
}

function resultOf(acknowledgements: readonly (Acknowledgement | undefined)[]): UserActionResult {
  const isAnswered = acknowledgements.every((one) => one === undefined || one.status === 200);
  return isAnswered ? { ok: true } : { ok: false, problem: { code: 'unanswered' } };
}
