import { z } from 'zod';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
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
import { createChannelFormatter, type Localized } from '../../slack/blocks/format.ts';
import { HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import type { Router } from '../../slack/listeners/router.ts';
import type { Conspicuous } from '../../store/audit/conspicuous.ts';
import type { Deps } from '../dependencies.ts';
import { type AuditTranslations, auditTranslations } from './locales/index.ts';

export const audit = {
  commands: [] as readonly string[],
  scopes: ['chat:write', ...HISTORY_SCOPES],
  register(_: Router, deps: Deps): void {
    const { auditChannel } = deps.settings;
    if (auditChannel === undefined) return;
    deps.jobs.work('audit', {
      schema: z.object({}),
      concurrency: 1,
      everyMs: deps.runtime.timings.auditReportEveryMs,
      handle: (_work, { signal }) => reportConspicuous(auditChannel, deps, signal),
    });
  },
} as const;

/** Reports unusually many acts of a person at most once an hour, and each interruption of the audit once. */
export async function reportConspicuous(
  channel: string,
  { stores, posting, slack, settings, runtime: { now, log } }: Deps,
  signal: AbortSignal,
): Promise<undefined> {
  const found = await stores.conspicuousActs.find();
  if (found.length === 0) return;
  const { zone, language } = await channelDefaults(channel, stores, settings.defaults);
  const t = auditTranslations(language);
  for (const one of found) {
    const { what, person, hour } = one;
    const outcome = await posting.postOnce({
      channel,
      key: `audit:${what}:${person}:${hour.toISOString().slice(0, 13)}`,
      signal,
      async view() {
        const { name } = person === '' ? { name: '' } : await slack.users.find(person);
        return conspicuousView(one, name, { t, format: createChannelFormatter(t, zone, now()) });
      },
    });
    if ('refused' in outcome)
      log.warn({ channel, reason: outcome.refused }, 'a notice could not be posted to AUDIT_CHANNEL');
  }
}

/** The message names the person as plain text, so that Slack does not notify them. */
export function conspicuousView(
  { what, person, count, since }: Conspicuous,
  name: string,
  { t, format }: Localized<AuditTranslations>,
): View {
  const { audit } = t;
  const from = format.moment(since);
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
