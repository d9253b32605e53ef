import {
  bold,
  code,
  contextBlock,
  emoji,
  line,
  richText,
  type View,
  view,
} from '../../slack/blocks/blocks.ts';
import type { Localized } from '../../slack/blocks/format.ts';
import type { Conspicuous } from '../../store/audit/conspicuous.ts';
import type { AuditTranslations } from './locales/index.ts';

/** People are named without being notified. */
export function conspicuousView(
  { what, person, count, since }: Conspicuous,
  name: string,
  { t, formatter }: Localized<AuditTranslations>,
): View {
  const { audit } = t;
  const from = formatter.moment(since);
  if (what === 'interruption')
    return view(richText(line(emoji('warning'), ' ', bold(audit.interruption(count, from)))));
  const who = name === person ? person : `${name} (${person})`;
  return view(
    richText(
      line(emoji('warning'), ' ', bold(audit[what](who, count, from))),
      line(
        audit.which,
        ' ',
        code(`npm run audit -- --user ${person} --since ${since.toISOString().slice(0, 16)}Z`),
      ),
    ),
    contextBlock(audit.soFar),
  );
}
