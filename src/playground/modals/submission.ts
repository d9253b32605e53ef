import { isRecord, parseJson } from '../json.ts';
import type { Acknowledgement } from '../slack-api/delivery.ts';
import { type LocalView, parseModal, type SentView, sentView } from './view.ts';
import { MOST_VIEWS } from './view-methods.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Does with a submitted view what the bot's acknowledgement says. What Slack cannot make sense of shows as trouble, by
 * this text.
 */
export function takeAnswer(
  view: LocalView,
  acknowledgement: Acknowledgement,
  views: ViewStore,
  trouble: string,
): Acknowledgement {
  const refuse = (refused: string, faults: readonly string[] = []): Acknowledgement => {
    views.change(view.id, { trouble });
    return { ...acknowledgement, refused, faults };
  };
  if (acknowledgement.status !== 200) {
    views.change(view.id, { trouble });
    return acknowledgement;
  }
  const answer: unknown = acknowledgement.body === '' ? {} : parseJson(acknowledgement.body);
  if (!isRecord(answer)) return refuse('invalid_response');
  const current = views.find(view.id);
  if (current === undefined) return acknowledgement;

  switch (answer.response_action) {
    case undefined:
      if (Object.keys(answer).length > 0) return refuse('invalid_response');
      views.remove(view.id);
      return acknowledgement;
    case 'clear':
      views.clear(view.person);
      return acknowledgement;
    case 'errors': {
      const errors = errorTexts(answer.errors);
      const faults = errorFaults(view, answer.errors);
      if (faults.length > 0) return refuse('invalid_errors', faults);
      views.change(view.id, { errors });
      return acknowledgement;
    }
    case 'update':
    case 'push': {
      const parsed = parseModal(answer.view);
      if ('faults' in parsed) return refuse('invalid_arguments', parsed.faults);
      const isShown = show(answer.response_action, sentView(parsed.content), current, views);
      return isShown ? acknowledgement : refuse('push_limit_reached');
    }
    default:
      return refuse('invalid_response_action');
  }
}

/** Shows another view in place of the current one, or on top of it. False where the stack is full. */
function show(action: 'update' | 'push', sent: SentView, current: LocalView, views: ViewStore): boolean {
  if (action === 'update') views.update(current, sent);
  else if (views.stack(current.person).length >= MOST_VIEWS) return false;
  else views.push(current, sent);
  return true;
}

function errorTexts(errors: unknown): Record<string, string> {
  const entries = isRecord(errors) ? Object.entries(errors) : [];
  return Object.fromEntries(entries.map(([blockId, text]) => [blockId, String(text)]));
}

/** Only fields of the form have a place for an error. */
function errorFaults(view: LocalView, errors: unknown): string[] {
  if (!isRecord(errors) || Object.keys(errors).length === 0) return ['/errors: missing'];
  const fields = new Set(view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id));
  return Object.entries(errors).flatMap(([blockId, text]) => {
    if (!fields.has(blockId)) return [`/errors/${blockId}: no input block of the view`];
    return typeof text === 'string' && text !== '' ? [] : [`/errors/${blockId}: no text`];
  });
}
