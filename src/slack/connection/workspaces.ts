import { z } from 'zod';

/** The app's installation that a request is for; the person may belong to another workspace. */
export interface RequestOrigin {
  readonly teamId: string | undefined;
  /** Guessed workspace of a request that names only an organisation; it may belong to another company. */
  readonly likelyTeamId?: string | undefined;
  readonly enterpriseId: string | undefined;
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

/** Finds the installation that a request is for; in shared channels, `team_id` may be another company's. */
export function originOf(body: unknown): RequestOrigin {
  const { data } = payload.safeParse(body);
  if (!data) return { teamId: undefined, enterpriseId: undefined, isOrganization: false };
  const [authorization] = data.authorizations ?? [];
  if (authorization)
    return origin({
      teamId: authorization.team_id,
      likelyTeamId: data.team_id,
      enterpriseId: authorization.enterprise_id,
      isOrganization: authorization.is_enterprise_install,
    });
  const { team, enterprise, user, view } = data;
  const installedIn = view?.app_installed_team_id;
  const named = installedIn ?? data.team_id ?? team?.id;
  const likely = team?.id ?? user?.team_id ?? view?.team_id;
  const isOrganization = data.is_enterprise_install;
  return origin({
    teamId: isOrganization ? named : (named ?? likely),
    likelyTeamId: likely,
    enterpriseId: data.enterprise_id ?? enterprise?.id ?? team?.enterprise_id,
    isOrganization,
  });
}

type OriginFields = Record<'teamId' | 'likelyTeamId' | 'enterpriseId', string | null | undefined> &
  Pick<RequestOrigin, 'isOrganization'>;

/** Slack may give an organisation's id (`E…`) as `teamId`; then the installation is the organisation's. */
function origin({ teamId, likelyTeamId, enterpriseId, isOrganization }: OriginFields): RequestOrigin {
  if (teamId?.startsWith('E'))
    return origin({ teamId: undefined, likelyTeamId, enterpriseId: teamId, isOrganization: true });
  const fields = { teamId: teamId ?? undefined, enterpriseId: enterpriseId ?? undefined, isOrganization };
  return isOrganization && !teamId && likelyTeamId ? { ...fields, likelyTeamId } : fields;
}

type ListedWorkspaces = ReadonlyMap<string, { readonly installationIds: readonly string[] }>;

/** Key in `listed` of a request's workspace, else of its organisation if that has installed the app. */
export function entryFor(
  { teamId, likelyTeamId, enterpriseId, isOrganization }: RequestOrigin,
  listed: ListedWorkspaces,
): string | undefined {
  if (teamId !== undefined && listed.has(teamId)) return teamId;
  if (!isOrganization || enterpriseId === undefined) return undefined;
  if (likelyTeamId !== undefined && listed.get(likelyTeamId)?.installationIds.includes(enterpriseId))
    return likelyTeamId;
  return listed.has(enterpriseId) ? enterpriseId : undefined;
}
