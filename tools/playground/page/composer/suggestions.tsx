import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { boxOf, useSend } from './drafts.ts';

interface SuggestionsProps {
  readonly channel: string;
  /** Called with the sending under way: the buttons may be gone then, so the focus needs another place. */
  readonly onChosen: () => void;
}

export function Suggestions({ channel, onChosen }: SuggestionsProps) {
  const { state, me } = usePage();
  const send = useSend(boxOf(me.id, channel), channel);
  return (
    <ul className="suggestions">
      {state.suggestions.map(({ typed, about }) => (
        <li key={typed}>
          <button
            type="button"
            className="suggestion card column"
            onClick={() => {
              send(typed);
              onChosen();
            }}
          >
            <code>{typed}</code>
            <span className="quiet small">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function SuggestionMenu({ channel }: { readonly channel: string }) {
  return (
    <Popover
      label={t.composer.suggestionsTitle}
      className="try row quiet small"
      panelClassName="suggestion-panel"
      button={
        <>
          <Icon name="spark" size={16} /> {t.composer.suggestions}
        </>
      }
    >
      {(close) => (
        <>
          <h2>{t.composer.suggestionsTitle}</h2>
          <Suggestions channel={channel} onChosen={close} />
        </>
      )}
    </Popover>
  );
}
