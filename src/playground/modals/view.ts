import type { StateValues } from '../elements/state.ts';
import { isRecord } from '../json.ts';
import { withBlockIds } from '../message-content.ts';
import { BOT, type Team } from '../people.ts';
import type { ModalContent } from './view-faults.ts';

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
    title: plainText(view.title),
    clear_on_close: view.clearOnClose,
    notify_on_close: view.notifyOnClose,
    close: view.close === undefined ? null : plainText(view.close),
    submit: view.submit === undefined ? null : plainText(view.submit),
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: BOT.appId,
    external_id: view.externalId,
    app_installed_team_id: team.id,
    bot_id: BOT.botId,
  };
}

function plainText(text: string) {
  return { type: 'plain_text', text, emoji: true };
}

/** Elements that came without an id get one from their place, so it stays the same. */
function withActionIds(block: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = (element: unknown, place: string) =>
    isRecord(element) && element.type !== 'image' ? { action_id: `action-${place}`, ...element } : element;
  const { element, accessory, elements } = block;
  return {
    ...block,
    ...(element === undefined ? {} : { element: named(element, '0') }),
    ...(accessory === undefined ? {} : { accessory: named(accessory, '0') }),
    ...(block.type === 'actions' && Array.isArray(elements)
      ? { elements: elements.map((one, index) => named(one, String(index))) }
      : {}),
  };
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
  if (value.type === 'mrkdwn') return { verbatim: false, ...value };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTextDefaults(inner)]));
}
