import type { z } from 'zod';
import { elementsIn } from '../../fake-slack/block-kit/element-state.ts';
import type { EnteredValues } from '../../fake-slack/block-kit/element-values.ts';
import { type LocalView, withIds } from '../../fake-slack/modals/view.ts';
import type { Acknowledgement } from '../../fake-slack/slack-api/delivery.ts';
import type { LocalMessage, Workspace } from '../../fake-slack/workspace/workspace.ts';
import type { Clock, PlaygroundEnvironment } from '../environment.ts';
import type { UserActionResult, userActionSchema } from '../page/contract.ts';

type ParsedAction = z.output<typeof userActionSchema>;
type ActionOf<K extends ParsedAction['kind']> = Extract<ParsedAction, { kind: K }>;
type Acknowledgements = readonly (Acknowledgement | undefined)[];

export interface UserActionDeps {
  readonly environment: PlaygroundEnvironment;
  readonly clock: Clock;
  readonly clearRequestLog: () => void;
  /** Posts the messages that exist at the start of a playground. */
  readonly furnish: () => void;
  readonly stepRuns: Map<string, string>;
  /** Called after changes that fake Slack does not report, such as a changed clock. */
  readonly changed: () => void;
}

// Limits of the simulated clock: the years 2020 to 2034 in any time zone.
const EARLIEST_MS = Date.parse('2019-12-31T00:00:00Z');
const LATEST_MS = Date.parse('2035-01-02T00:00:00Z');

/** Performs an action of a page. Resolves when the bot has acknowledged; never rejects. */
export async function performUserAction(
  action: ParsedAction,
  deps: UserActionDeps,
): Promise<UserActionResult> {
  try {
    return resultOf(await acknowledgementsOf(action, deps));
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It cannot be done';
    return { ok: false, problem: { code: 'impossible', detail } };
  }
}

/** Resolves with the bot's acknowledgements. @throws if the action is not possible now */
async function acknowledgementsOf(action: ParsedAction, deps: UserActionDeps): Promise<Acknowledgements> {
  const { workspace } = deps.environment;
  switch (action.kind) {
    case 'press':
      return [await press(action, workspace)];
    case 'use':
      return [await operateFormElement(action, workspace)];
    case 'submit':
      return [await submit(action, workspace)];
    case 'close':
      workspace.close(action.person);
      break;
    case 'say':
      // The page needs no acknowledgement here, because Slackbot posts a message if a command fails.
      await say(action, workspace);
      break;
    case 'home':
      return [await workspace.openHome(action.person)];
    case 'use-home':
      return [await operateHomeElement(action, workspace)];
    case 'shortcut':
      return [await runShortcut(action, workspace)];
    case 'step':
      await runStep(action, deps);
      break;
    case 'speak':
      workspace.speak(action.person, action.locale);
      break;
    case 'channel': {
      const { kind: _, channel, ...change } = action;
      workspace.changeChannel(channel, change);
      break;
    }
    default:
      await changeEnvironment(action, deps);
  }
  deps.changed();
  return [];
}

async function changeEnvironment(
  action: ActionOf<'clock' | 'faults' | 'reach' | 'revoke' | 'reset'>,
  deps: UserActionDeps,
): Promise<void> {
  const { environment, clock } = deps;
  switch (action.kind) {
    case 'clock':
      return moveClock(clock, action.at);
    case 'faults':
      return environment.platform.setFaults(action.faults);
    case 'reach':
      return environment.reach(action.isReachable);
    case 'revoke':
      return environment.platform.revokeTokens();
    case 'reset':
      return reset(deps);
  }
}

function press(action: ActionOf<'press'>, workspace: Workspace): Promise<Acknowledgement> {
  const { person, ts, blockId, actionId } = action;
  const message = messageVisibleTo(person, ts, workspace);
  // The page may still show a button that the bot has removed from the message.
  const isThere = elementsIn(withIds(message.blocks)).some(
    (placed) => placed.blockId === blockId && placed.actionId === actionId,
  );
  if (!isThere) throw new Error('This message has changed; the button is gone.');
  return workspace.click({ ...action, message });
}

function operateFormElement(action: ActionOf<'use'>, workspace: Workspace): Promise<Acknowledgement> {
  const { person } = action;
  const { there } = enteredIn(workspace.modal(person), action.values);
  workspace.fill({ person, values: there });
  return workspace.act(action);
}

function operateHomeElement(action: ActionOf<'use-home'>, workspace: Workspace): Promise<Acknowledgement> {
  const { person } = action;
  const { there } = enteredIn(workspace.home(person), action.values);
  workspace.fillHome({ person, values: there });
  return workspace.actHome(action);
}

function runShortcut(
  { person, callbackId, ts }: ActionOf<'shortcut'>,
  workspace: Workspace,
): Promise<Acknowledgement> {
  if (ts === undefined) return workspace.globalShortcut({ person, callbackId });
  return workspace.messageShortcut({ person, callbackId, message: messageVisibleTo(person, ts, workspace) });
}

/** Runs a workflow step and stores the id of the run, so that the page can show the result. */
async function runStep(
  { person, callbackId, inputs }: ActionOf<'step'>,
  deps: UserActionDeps,
): Promise<void> {
  const { id } = await deps.environment.workspace.runStep(callbackId, inputs);
  deps.stepRuns.set(person, id);
}

function messageVisibleTo(person: string, ts: string, workspace: Workspace): LocalMessage {
  const message = workspace.messages({ person }).find((one) => one.ts === ts);
  if (!message) throw new Error('The message is not there any more.');
  return message;
}

function submit(
  { person, values }: ActionOf<'submit'>,
  workspace: Workspace,
): Promise<Acknowledgement | undefined> {
  const { there, isWhole } = enteredIn(workspace.modal(person), values);
  if (!isWhole) throw new Error('The form has changed meanwhile.');
  return workspace.submit({ person, values: there });
}

/** `there`: values of fields that the bot has not removed from the form. `isWhole`: no field was removed. */
function enteredIn(form: LocalView | undefined, values: EnteredValues) {
  if (!form) return { there: values, isWhole: true };
  const entries = Object.entries(values);
  const there = entries.filter(([blockId]) => form.values[blockId] !== undefined);
  return { there: Object.fromEntries(there), isWhole: there.length === entries.length };
}

async function say(
  { person, channel, text, threadTs }: ActionOf<'say'>,
  workspace: Workspace,
): Promise<void> {
  if (!workspace.channels(person).some(({ id }) => id === channel))
    throw new Error('That person has no such channel.');
  const thread = threadTs === undefined ? {} : { threadTs };
  const [, command, rest = ''] = /^(\/\S+)(.*)$/s.exec(text.trim()) ?? [];
  if (command === undefined) workspace.say({ person, channel, text, ...thread });
  else await workspace.command({ person, channel, command, text: rest.trim(), ...thread });
}

function moveClock(clock: Clock, at: string | null): void {
  const instant = at === null ? undefined : new Date(at);
  if (instant && !(instant.getTime() >= EARLIEST_MS && instant.getTime() <= LATEST_MS))
    throw new Error('The clock goes from 2020 to 2034.');
  clock.moveTo(instant);
}

async function reset({
  environment,
  clock,
  clearRequestLog,
  furnish,
  stepRuns,
}: UserActionDeps): Promise<void> {
  environment.platform.setFaults({});
  // The platform stops and starts, so that the bot's pending requests fail and do not delay the reset.
  await environment.reach(false);
  await environment.reach(true);
  clock.moveTo();
  await environment.restartBot();
  environment.workspace.reset();
  stepRuns.clear();
  furnish();
  clearRequestLog();
}

function resultOf(acknowledgements: Acknowledgements): UserActionResult {
  const isAnswered = acknowledgements.every((one) => one === undefined || one.status === 200);
  return isAnswered ? { ok: true } : { ok: false, problem: { code: 'unanswered' } };
}
