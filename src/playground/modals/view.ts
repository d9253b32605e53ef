import { z } from 'zod';
import type { StateValues } from '../block-kit/element-state.ts';
import { boundedText, plainTextObject } from '../block-kit/elements.ts';
import { blockFaults, faultText, jsonPointer } from '../block-kit/validation.ts';
import { isRecord, type JsonObject, recordsIn } from '../json.ts';
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
});

/** What the bot determines of a view; texts are those of the title and of the buttons that were given. */
export interface SentView {
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly title: string;
  readonly submit?: string;
  readonly close?: string;
  readonly blocks: readonly JsonObject[];
}

/** A modal as a person has it before them. A change makes a new object; one that was read earlier stays as it was. */
export interface LocalView extends SentView {
  readonly id: string;
  /** Changes with every change of what is shown. */
  readonly hash: string;
  readonly person: string;
  readonly values: StateValues;
  /** What is wrong, by block id: found by the client, or told by the bot. */
  readonly errors: Readonly<Record<string, string>>;
  readonly trouble?: string;
}

export function parseModal(view: unknown): { sent: SentView } | { faults: string[] } {
  const faults = viewFaults(view);
  if (faults.length > 0) return { faults };
  const { callback_id, private_metadata, title, submit, close, blocks } = modal.parse(view);
  const sent = {
    callbackId: callback_id ?? '',
    privateMetadata: private_metadata ?? '',
    title: title.text,
    ...(submit === undefined ? {} : { submit: submit.text }),
    ...(close === undefined ? {} : { close: close.text }),
    blocks: withIds(blocks).map(withInputDefaults).map(withTextDefaults),
  };
  return { sent };
}

export function withIds(blocks: readonly unknown[]): Record<string, unknown>[] {
  return withBlockIds(blocks).map(withActionIds);
}

export function viewObject(view: LocalView, team: Team): Record<string, unknown> {
  const plain = (text?: string) => (text === undefined ? null : { type: 'plain_text', text, emoji: true });
  return {
    id: view.id,
    team_id: team.id,
    type: 'modal',
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values: view.values },
    hash: view.hash,
    title: plain(view.title),
    clear_on_close: false,
    notify_on_close: false,
    close: plain(view.close),
    submit: plain(view.submit),
    previous_view_id: null,
    root_view_id: view.id,
    app_id: BOT.appId,
    external_id: '',
    app_installed_team_id: team.id,
    bot_id: BOT.botId,
  };
}

/** Elements that came without an id get one from their place, so it stays the same. */
function withActionIds(block: JsonObject): Record<string, unknown> {
  const named = (element: unknown, place: number) =>
    isRecord(element) ? { action_id: `action-${place}`, ...element } : element;
  const { type, element, elements } = block;
  if (type === 'input') return { ...block, element: named(element, 0) };
  return type === 'actions' && Array.isArray(elements) ? { ...block, elements: elements.map(named) } : block;
}

function withInputDefaults(block: JsonObject): Record<string, unknown> {
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

/** Each a JSON pointer and a text, such as `/view/title/text: longer than 24 characters`. */
export function viewFaults(view: unknown): string[] {
  const result = modal.safeParse(view, { error: faultText });
  const own = (result.error?.issues ?? []).map(
    ({ path, message }) => `${jsonPointer(['view', ...path])}: ${message}`,
  );
  if (!isRecord(view) || !Array.isArray(view.blocks)) return own;
  const inBlocks = blockFaults(view.blocks, 'modal').map((fault) => `/view${fault}`);
  return [...own, ...inBlocks, ...withoutSubmit(view)];
}

function withoutSubmit(view: JsonObject): string[] {
  const at = recordsIn(view.blocks).findIndex(({ type }) => type === 'input');
  if (at === -1 || view.submit !== undefined) return [];
  return [`${jsonPointer(['view', 'blocks', at])}: must define \`submit\` to use an \`input\` block`];
}
