import { z } from 'zod';

/** Where a request comes from: the installation that Slack sends it to, not whoever made it. */
export interface RequestOrigin {
  readonly teamId: string | undefined;
  /** Where an organisation's request names no workspace: the one it seems to be about, which may be another company's. */
  readonly likelyTeamId?: string | undefined;
  /** The organisation that the workspace belongs to. */
  readonly enterpriseId: string | undefined;
  /** Whether the app is installed for the organisation as a whole. */
  readonly isOrganization: boolean;
}

const id = z.string().nullish().catch(undefined);
const isTrue = z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false);
const named = z.object({ id, enterprise_id: id, team_id: id }).nullish().catch(undefined);

const payload = z.object({
  team_id: id,
  enterprise_id: id,
  is_enterprise_install: isTrue,
  authorizations: z
    .array(z.object({ team_id: id, enterprise_id: id, is_enterprise_install: isTrue }))
    .nullish()
    .catch(undefined),
  team: named,
  enterprise: named,
  user: named,
  view: z.object({ app_installed_team_id: id, team_id: id }).nullish().catch(undefined),
});

/**
 * Reads where a request comes from. An event of a shared channel names the workspace that it happened in, which may be
 * another's; whose it is stands in its authorizations. So does a form's, where it was opened from a shared channel.
 */
export function originOf(body: unknown): RequestOrigin {
  const { data } = payload.safeParse(body);
  if (!data) return { teamId: undefined, enterpriseId: undefined, isOrganization: false };
  const [authorization] = data.authorizations ?? [];
  if (authorization) {
    const {
      team_id: teamId,
      enterprise_id: enterpriseId,
      is_enterprise_install: isOrganization,
    } = authorization;
    return origin({ teamId, likelyTeamId: data.team_id, enterpriseId, isOrganization });
  }
  const { team, enterprise, user, view } = data;
  const installedIn = view?.app_installed_team_id;
  const named = installedIn ?? data.team_id ?? team?.id;
  const likely = user?.team_id ?? view?.team_id;
  const isOrganization = data.is_enterprise_install;
  return origin({
    teamId: isOrganization ? named : (named ?? likely),
    likelyTeamId: likely,
    enterpriseId: data.enterprise_id ?? enterprise?.id ?? team?.enterprise_id,
    isOrganization,
  });
}

type Id = string | null | undefined;

interface Told {
  readonly teamId: Id;
  readonly likelyTeamId: Id;
  readonly enterpriseId: Id;
  readonly isOrganization: boolean;
}

/** Where Slack names an organisation in place of a workspace, it is installed there. */
function origin({ teamId, likelyTeamId, enterpriseId, isOrganization }: Told): RequestOrigin {
  if (teamId?.startsWith('E')) return { teamId: undefined, enterpriseId: teamId, isOrganization: true };
  const told = { teamId: teamId ?? undefined, enterpriseId: enterpriseId ?? undefined, isOrganization };
  return isOrganization && !teamId && likelyTeamId ? { ...told, likelyTeamId } : told;
}

/** The entries of the list by id, each with whose installation it may use. */
type Listed = ReadonlyMap<string, { readonly installationIds: readonly string[] }>;

/**
 * The entry of the list that serves a request: the workspace's own, or else its organisation's, where the app is installed
 * for all of that.
 */
export function entryFor(
  { teamId, likelyTeamId, enterpriseId, isOrganization }: RequestOrigin,
  listed: Listed,
): string | undefined {
  if (teamId !== undefined && listed.has(teamId)) return teamId;
  if (!isOrganization || enterpriseId === undefined) return undefined;
  if (likelyTeamId !== undefined && listed.get(likelyTeamId)?.installationIds.includes(enterpriseId))
    return likelyTeamId;
  return listed.has(enterpriseId) ? enterpriseId : undefined;
}
