import { z } from 'zod';
import { boundedText, plainTextObject } from '../block-kit/composition.ts';
import { elementsIn, type StateValues } from '../block-kit/element-state.ts';
import { blockFaults, faultText, jsonPointer } from '../block-kit/validation.ts';
import { isRecord, recordsIn } from '../json.ts';
import { withBlockIds } from '../workspace/messages.ts';
import { BOT, type Team } from '../workspace/people.ts';

const modal = z.strictObject({
  type: z.literal('modal'),
  title: plainTextObject(24),
  blocks: z.array(z.unknown()),
  submit: plainTextObject(24).optional(),
  close: plainTextObject(24).optional(),
  private_metadata: z.string().max(3000).optional(),
  callback_id: boundedText(255).optional(),
  external_id: z.string().max(255).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
});

/** A modal as a bot sends it, once `viewFaults` found nothing in it. */
export type ModalContent = z.infer<typeof modal>;

/** A modal as a person has it before them. A change makes a new object; one that was read earlier stays as it was. */
export interface LocalView {
  readonly id: string;
  /** Changes with every change of what is shown. */
  readonly hash: string;
  /** Id of the person. */
  readonly person: string;
  /** Id of the channel the modal was opened from, where there was one. */
  readonly channel?: string;
  /** The view at the bottom of the stack: its own id where there is no other. */
  readonly rootId: string;
  readonly previousId?: string;
  readonly callbackId: string;
  readonly externalId: string;
  readonly privateMetadata: string;
  readonly title: string;
  /** The labels of the buttons, where they were given. */
  readonly submit?: string;
  readonly close?: string;
  readonly clearOnClose: boolean;
  readonly notifyOnClose: boolean;
  /** With the ids and defaults Slack adds. */
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
  /** What is entered and chosen, in the shape of `state.values`. */
  readonly values: StateValues;
  /** What is wrong, by block id: found by the client, or told by the bot. */
  readonly errors: Readonly<Record<string, string>>;
  /** The notice that the bot did not answer, or not as Slack wants it. */
  readonly trouble?: string;
}

/** What the bot determines of a view. */
export type SentView = Pick<
  LocalView,
  'callbackId' | 'externalId' | 'privateMetadata' | 'title' | 'clearOnClose' | 'notifyOnClose' | 'blocks'
> & { readonly submit?: string; readonly close?: string };

/** The view a bot sent, as Slack keeps it. */
export function sentView(content: ModalContent): SentView {
  return {
    callbackId: content.callback_id ?? '',
    externalId: content.external_id ?? '',
    privateMetadata: content.private_metadata ?? '',
    title: content.title.text,
    ...(content.submit === undefined ? {} : { submit: content.submit.text }),
    ...(content.close === undefined ? {} : { close: content.close.text }),
    clearOnClose: content.clear_on_close ?? false,
    notifyOnClose: content.notify_on_close ?? false,
    blocks: withIds(content.blocks).map(withInputDefaults).map(withTextDefaults),
  };
}

/** Blocks and elements with the ids Slack gives those that came without. */
export function withIds(blocks: readonly unknown[]): Record<string, unknown>[] {
  return withBlockIds(blocks).map(withActionIds);
}

/** The `view` of the Web API's answers and of the payloads that come from a modal. */
export function viewObject(view: LocalView, team: Team): Record<string, unknown> {
  return {
    id: view.id,
    team_id: team.id,
    type: 'modal',
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values: view.values },
    hash: view.hash,
    title: plainTextField(view.title),
    clear_on_close: view.clearOnClose,
    notify_on_close: view.notifyOnClose,
    close: view.close === undefined ? null : plainTextField(view.close),
    submit: view.submit === undefined ? null : plainTextField(view.submit),
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: BOT.appId,
    external_id: view.externalId,
    app_installed_team_id: team.id,
    bot_id: BOT.botId,
  };
}

function plainTextField(text: string) {
  return { type: 'plain_text', text, emoji: true };
}

/** Elements that came without an id get one from their place, so it stays the same. */
function withActionIds(block: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = (element: unknown, place: number) =>
    isRecord(element) ? { action_id: `action-${place}`, ...element } : element;
  const { type, element, elements } = block;
  if (type === 'input') return { ...block, element: named(element, 0) };
  return type === 'actions' && Array.isArray(elements) ? { ...block, elements: elements.map(named) } : block;
}

function withInputDefaults(block: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return block.type === 'input' ? { optional: false, dispatch_action: false, ...block } : { ...block };
}

/** Slack hands texts back with their defaults filled in, also within options. */
function withTextDefaults<T>(value: T): T;
function withTextDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withTextDefaults(one));
  if (!isRecord(value)) return value;
  if (value.type === 'plain_text') return { emoji: true, ...value };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTextDefaults(inner)]));
}

/**
 * What Slack would refuse in a modal: the view itself, and its blocks. Each fault is a JSON pointer and a text, such
 * as `/view/title/text: longer than 24 characters`; no faults, no entries.
 */
export function viewFaults(view: unknown): string[] {
  const result = modal.safeParse(view, { error: faultText });
  const own = (result.error?.issues ?? []).map(
    ({ path, message }) => `${jsonPointer(['view', ...path])}: ${message}`,
  );
  if (!isRecord(view) || !Array.isArray(view.blocks)) return own;
  const inBlocks = blockFaults(view.blocks, 'modal').map((fault) => `/view${fault}`);
  return [...own, ...inBlocks, ...withoutSubmit(view), ...focusedTwice(view.blocks)];
}

/** Reads a modal: its content, or what is wrong with it. */
export function parseModal(view: unknown): { content: ModalContent } | { faults: string[] } {
  const faults = viewFaults(view);
  return faults.length === 0 ? { content: modal.parse(view) } : { faults };
}

function withoutSubmit(view: Readonly<Record<string, unknown>>): string[] {
  const at = recordsIn(view.blocks).findIndex(({ type }) => type === 'input');
  if (at === -1 || view.submit !== undefined) return [];
  return [`${jsonPointer(['view', 'blocks', at])}: must define \`submit\` to use an \`input\` block`];
}

function focusedTwice(blocks: readonly unknown[]): string[] {
  const focused = elementsIn(recordsIn(blocks)).filter(({ element }) => element.focus_on_load === true);
  return focused.length > 1 ? ['/view/blocks: more than one element with `focus_on_load`'] : [];
}
