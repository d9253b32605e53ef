import { channelDefaults } from '../../posting/channels/settings-form.ts';
import { createChannelFormatter } from '../../slack/blocks/format.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { auditTranslations } from './locales/index.ts';
import { conspicuousView } from './view.ts';

/** Once an hour for each person, and once for each interruption. */
export async function tellConspicuous(
  channel: string,
  { stores, posting, slack, settings, runtime: { now, log } }: FeatureDeps,
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
        return conspicuousView(one, name, { t, formatter: createChannelFormatter(t, zone, now()) });
      },
    });
    if ('refused' in outcome)
      log.warn({ channel, reason: outcome.refused }, 'AUDIT_CHANNEL could not be told');
  }
}
