import { originFields } from '../payloads.ts';
import type { Person, Team } from '../people.ts';
import { type LocalView, viewObject } from './view.ts';

/** Who does something in which modal. */
export interface ViewContext {
  readonly person: Person;
  readonly team: Team;
  readonly view: LocalView;
}

/** An address for answering in a channel that was chosen in a modal. */
export interface ViewResponseUrl {
  readonly block_id: string;
  readonly action_id: string;
  readonly channel_id: string;
  readonly response_url: string;
}

/** What Slack sends when an element of a modal is used. */
export function viewActionPayload(
  { person, team, view }: ViewContext,
  triggerId: string,
  action: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    type: 'block_actions',
    ...originFields(person, team),
    container: { type: 'view', view_id: view.id },
    trigger_id: triggerId,
    view: viewObject(view, team),
    actions: [action],
  };
}

/** What Slack sends when a modal is sent off. */
export function submissionPayload(
  { person, team, view }: ViewContext,
  triggerId: string,
  responseUrls: readonly ViewResponseUrl[],
): Record<string, unknown> {
  return {
    type: 'view_submission',
    ...originFields(person, team),
    trigger_id: triggerId,
    view: viewObject(view, team),
    response_urls: responseUrls,
  };
}

/** What Slack sends when a modal is closed, where the bot asked for it. */
export function closedPayload(
  { person, team, view }: ViewContext,
  isCleared: boolean,
): Record<string, unknown> {
  return {
    type: 'view_closed',
    ...originFields(person, team),
    view: viewObject(view, team),
    is_cleared: isCleared,
  };
}
