import { z } from 'zod';
import { HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import type { Router } from '../../slack/listeners/router.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { tellConspicuous } from './job.ts';

export const audit = {
  commands: [] as readonly string[],
  scopes: ['chat:write', ...HISTORY_SCOPES],
  register(_: Router, deps: FeatureDeps): void {
    const { auditChannel } = deps.settings;
    if (auditChannel === undefined) return;
    deps.jobs.work('audit', {
      schema: z.object({}),
      atOnce: 1,
      everyMs: deps.runtime.timings.auditReportEveryMs,
      handle: (_work, { signal }) => tellConspicuous(auditChannel, deps, signal),
    });
  },
} as const;
