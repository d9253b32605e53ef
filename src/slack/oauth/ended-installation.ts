import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Installation } from '../../domain/installation.ts';
import type { Log } from '../../ops/log.ts';
import type { RequestOrigin } from '../connection/workspaces.ts';
import { isSignedOut, isTokenExpired, slackErrorCode } from '../errors.ts';

export interface EndedInstallation {
  readonly kind: 'app_uninstalled' | 'tokens_revoked';
  readonly origin: RequestOrigin;
  readonly at: Date;
  readonly botUserIds: readonly string[];
}

const schema = z.object({
  event_time: z.number(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('app_uninstalled') }),
    // An event with only revoked tokens of persons does not match, because the bot stores no such tokens.
    z.object({
      type: z.literal('tokens_revoked'),
      tokens: z.object({ bot: z.array(z.string()).min(1) }),
    }),
  ]),
});

export function endedInstallation(body: unknown, origin: RequestOrigin): EndedInstallation | undefined {
  const { data } = schema.safeParse(body);
  if (!data) return undefined;
  const { event, event_time: seconds } = data;
  const botUserIds = event.type === 'tokens_revoked' ? event.tokens.bot : [];
  return { kind: event.type, origin, at: new Date(seconds * 1_000), botUserIds };
}

interface EndingOptions {
  readonly installations: {
    read(id: string): Promise<Installation | undefined>;
    remove(id: string, options: { readonly notAfter: Date }): Promise<boolean>;
  };
  readonly client: WebClient;
  readonly log: Log;
}

/** If Slack reports an installation's end, deletes it; a newer installation only if its token is refused. */
export function createInstallationRemoval({ installations, client, log }: EndingOptions) {
  async function isRefused(token: string): Promise<boolean | undefined> {
    try {
      await client.auth.test({ token });
      return false;
    } catch (error) {
      const code = slackErrorCode(error) ?? '';
      return isSignedOut(code) && !isTokenExpired(code) ? true : undefined;
    }
  }

  async function end(
    id: string,
    { kind, at, botUserIds }: EndedInstallation,
    isNamed: boolean,
  ): Promise<boolean> {
    const installation = await installations.read(id);
    if (!installation) return false;
    const { botToken, botUserId, installedAt = at } = installation;
    if (kind === 'tokens_revoked' && botUserId !== undefined && !botUserIds.includes(botUserId)) return false;
    const isNewer = installedAt > at;
    if (isNamed && !isNewer && kind === 'app_uninstalled') return installations.remove(id, { notAfter: at });
    const refused = await isRefused(botToken);
    if (refused === undefined && isNamed && !isNewer) return installations.remove(id, { notAfter: at });
    if (refused) return installations.remove(id, { notAfter: installedAt });
    log.info(
      { installation: id, event: kind },
      'an event of an earlier installation; the one that there is goes on',
    );
    return false;
  }

  return async (event: EndedInstallation): Promise<string[]> => {
    const { teamId, enterpriseId, isOrganization } = event.origin;
    const ended: string[] = [];
    for (const id of [teamId, enterpriseId]) {
      if (id === undefined) continue;
      if (await end(id, event, (id === enterpriseId) === isOrganization)) ended.push(id);
    }
    return ended;
  };
}

/** In an app of one workspace, only an administrator can install the app again, so the log says how. */
export function logEndedInstallation(app: App, log: Log): void {
  const logEvent = (event: EndedInstallation['kind']) =>
    log.error(
      { event },
      'the app was uninstalled at Slack, or its token revoked, so nothing is answered any more: install it again (“OAuth & Permissions”), copy the token to SLACK_BOT_TOKEN and start the bot again',
    );
  app.event('app_uninstalled', async () => logEvent('app_uninstalled'));
  app.event('tokens_revoked', async ({ event }) => {
    if (event.tokens.bot?.length) logEvent('tokens_revoked');
  });
}
