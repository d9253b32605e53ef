import { z } from 'zod';
import type { StateValues } from '../block-kit/element-state.ts';
import { boundedText, plainTextObject } from '../block-kit/elements.ts';
import { blockFaults, faultText, jsonPointer } from '../block-kit/validation.ts';
import { isRecord, type JsonObject, recordsIn } from '../json.ts';
import { withBlockIds } from '../workspace/messages.ts';
import { BOT, type Team } from '../workspace/people.ts';

const content = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(3000).optional(),
  callback_id: boundedText(255).optional(),
};

const modal = z.strictObject({
  type: z.literal('modal'),
  title: plainTextObject(24),
  submit: plainTextObject(24).optional(),
  close: plainTextObject(24).optional(),
  ...content,
});

const home = z.strictObject({ type: z.literal('home'), ...content });

export type ViewType = 'modal' | 'home';

const SCHEMAS = { modal, home };

/** A modal or Home tab as the bot sends it. `submit` and `close` are button labels. */
export interface SentView {
  readonly type: ViewType;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly title: string;
  readonly submit?: string;
  readonly close?: string;
  readonly blocks: readonly JsonObject[];
}

/** A modal or a Home tab as a person sees it. Immutable: a change creates a new object. */
export interface LocalView extends SentView {
  readonly id: string;
  /** Version of the view: a new value each time the bot replaces the content. */
  readonly hash: string;
  readonly person: string;
  /** Id of the bottom modal of the stack; for a single modal, its own id. */
  readonly rootId: string;
  /** Id of the modal below, which is shown again when this modal is closed. */
  readonly previousId?: string;
  readonly values: StateValues;
  /** Error texts by block id, set by Slack's client or by the bot. */
  readonly errors: Readonly<Record<string, string>>;
  readonly notice?: string;
}

export function parseView(view: unknown, type: ViewType): { sent: SentView } | { faults: string[] } {
  const faults = viewFaults(view, type);
  if (faults.length > 0) return { faults };
  const { callback_id = '', private_metadata = '', blocks, ...rest } = SCHEMAS[type].parse(view);
  const texts = 'title' in rest ? rest : undefined;
  const sent = {
    type,
    callbackId: callback_id,
    privateMetadata: private_metadata,
    title: texts?.title.text ?? '',
    ...(texts?.submit === undefined ? {} : { submit: texts.submit.text }),
    ...(texts?.close === undefined ? {} : { close: texts.close.text }),
    blocks: withIds(blocks).map(withInputDefaults).map(withTextDefaults),
  };
  return { sent };
}

export function withIds(blocks: readonly unknown[]): Record<string, unknown>[] {
  return withBlockIds(blocks).map(withActionIds);
}

/** Slack's payloads give every Home tab this title. */
const HOME_TITLE = 'View Title';

export function viewObject(view: LocalView, team: Team): Record<string, unknown> {
  const plain = (text?: string) => (text === undefined ? null : { type: 'plain_text', text, emoji: true });
  return {
    id: view.id,
    team_id: team.id,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values: view.values },
    hash: view.hash,
    title: plain(view.type === 'home' ? HOME_TITLE : view.title),
    clear_on_close: false,
    notify_on_close: false,
    close: plain(view.close),
    submit: plain(view.submit),
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: BOT.appId,
    external_id: '',
    app_installed_team_id: team.id,
    bot_id: BOT.botId,
  };
}

/** Adds missing action ids. Each derives from the element's position, so an update does not change it. */
function withActionIds(block: JsonObject): Record<string, unknown> {
  const named = (element: unknown, position: number) =>
    isRecord(element) ? { action_id: `action-${position}`, ...element } : element;
  const { type, element, elements } = block;
  if (type === 'input') return { ...block, element: named(element, 0) };
  return type === 'actions' && Array.isArray(elements) ? { ...block, elements: elements.map(named) } : block;
}

function withInputDefaults(block: JsonObject): Record<string, unknown> {
  return block.type === 'input' ? { optional: false, dispatch_action: false, ...block } : { ...block };
}

/** Adds `emoji: true` to plain texts that lack it, at any depth, as Slack does when it returns a view. */
function withTextDefaults<T>(value: T): T;
function withTextDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withTextDefaults(one));
  if (!isRecord(value)) return value;
  if (value.type === 'plain_text') return { emoji: true, ...value };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTextDefaults(inner)]));
}

/** Returns faults such as `/view/title/text: empty`. `required`: the expected type; default: the view's. */
export function viewFaults(view: unknown, required?: ViewType): string[] {
  const type = required ?? (isRecord(view) && view.type === 'home' ? 'home' : 'modal');
  const result = SCHEMAS[type].safeParse(view, { error: faultText });
  const own = (result.error?.issues ?? []).map(
    ({ path, message }) => `${jsonPointer(['view', ...path])}: ${message}`,
  );
  if (!isRecord(view) || !Array.isArray(view.blocks)) return own;
  const inBlocks = blockFaults(view.blocks, type).map((fault) => `/view${fault}`);
  return [...own, ...inBlocks, ...(type === 'modal' ? withoutSubmit(view) : [])];
}

function withoutSubmit(view: JsonObject): string[] {
  const at = recordsIn(view.blocks).findIndex(({ type }) => type === 'input');
  if (at === -1 || view.submit !== undefined) return [];
  return [`${jsonPointer(['view', 'blocks', at])}: must define \`submit\` to use an \`input\` block`];
}
