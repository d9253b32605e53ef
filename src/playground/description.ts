import type { Call } from './calls.ts';
import type { LocalMessage } from './messages.ts';
import type { LocalView } from './modals/view.ts';

/** What there is in the workspace, for a wait that was in vain. */
export function describe(
  messages: readonly LocalMessage[],
  views: readonly LocalView[],
  calls: readonly Call[],
): string {
  const shownMessages = messages.map(({ channel, visibleTo = 'everyone', text, blocks, replaced }) => {
    const said = text === '' ? `${blocks.length} blocks` : JSON.stringify(text.slice(0, 200));
    return `  ${channel}, for ${visibleTo}, replaced ${replaced} times: ${said}`;
  });
  const shownViews = views.map(({ person, title, errors, trouble = '' }) =>
    `  modal of ${person}: ${JSON.stringify(title)} ${JSON.stringify(errors)} ${trouble}`.trimEnd(),
  );
  const shownCalls = calls.map(({ method, status, error = 'ok', faults = [] }) =>
    [`  ${method}: ${status} ${error}`, ...faults].join(' '),
  );
  return [
    shownMessages.length === 0 ? 'There is no message.' : 'Messages:',
    ...shownMessages,
    ...shownViews,
    shownCalls.length === 0 ? 'The bot called nothing.' : 'Calls of the bot:',
    ...shownCalls,
  ].join('\n');
}
