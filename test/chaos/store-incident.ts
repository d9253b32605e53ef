import { EMPTY_WATCH_STATE } from '../../src/domain/detection/lifecycle.ts';
import type { NewWatch, Watches } from '../../src/store/channels/watches.ts';
import type { Incidents } from '../../src/store/incidents/incidents.ts';

/** Stores a watching channel and an incident that is not posted yet. @returns the id of the incident */
export async function storeIncident(
  { incidents, watches }: { readonly incidents: Incidents; readonly watches: Watches },
  { channel, watcher }: Pick<NewWatch, 'channel' | 'watcher'>,
): Promise<string> {
  await watches.add({
    channel,
    sensitivity: 'normal',
    zone: 'UTC',
    language: 'en',
    watcher,
    mention: { of: 'group', id: 'S1' },
  });
  const now = new Date();
  const platform = { of: 'platform' } as const;
  const subject = { subject: platform, last: 'platform_unreachable', bad: 2, well: 0, unseen: 0 } as const;
  const open = { ...subject, sinceMs: now.getTime(), open: 'platform_unreachable' } as const;
  const evidence = { findings: [], spans: [], operators: [], platform: { login: true, report: false } };
  await incidents.saveCheck(
    'normal',
    undefined,
    { state: { ...EMPTY_WATCH_STATE, subjects: [open] }, checkedAt: now, tookMs: 1 },
    [{ kind: 'began', subject: platform, verdict: 'platform_unreachable', beganAt: now, evidence }],
  );
  const [incident] = await incidents.open();
  return incident?.id ?? '';
}
