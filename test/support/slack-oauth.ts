import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../tools/fake-slack/json.ts';
import { errorResponse, okResponse, type SlackResponse } from '../../tools/fake-slack/slack-api/responses.ts';
import { BOT } from '../../tools/fake-slack/workspace/people.ts';

interface InstallTarget {
  readonly teamId: string;
  readonly enterpriseId?: string;
  /** Install for all workspaces of the organisation. */
  readonly isOrganization?: boolean;
}

/** The person's decision in the browser: where to install the app, or a denial. */
interface Approval extends InstallTarget {
  readonly userId: string;
  readonly denies?: boolean;
}

interface LocalOAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUrl: () => string;
  readonly now: () => Date;
  /** Tokens expire after twelve hours and are refreshed. */
  readonly rotatesTokens?: boolean;
  /** Called when an installation ends. Slack sends these events in any order. */
  readonly onEnded?: (event: 'app_uninstalled' | 'tokens_revoked', target: InstallTarget) => void;
}

interface OAuthToken extends InstallTarget {
  readonly scope: string;
  readonly userId: string;
  readonly expiresAt: number;
  error?: 'account_inactive' | 'token_revoked';
}

const TOKEN_SECONDS = 12 * 60 * 60;
const CODE_MS = 10 * 60_000;

/** OAuth installation and tokens, as Slack documents them. Times use `now`. */
export function createLocalOAuth(options: LocalOAuthOptions) {
  const { clientId, clientSecret, redirectUrl, now, rotatesTokens = false, onEnded } = options;
  const codes = new Map<string, Approval & { readonly scope: string; readonly atMs: number }>();
  const tokens = new Map<string, OAuthToken>();
  const refreshTokens = new Map<string, OAuthToken>();
  let approval: Approval = { teamId: 'T1', userId: 'U1' };
  const random = () => randomBytes(12).toString('hex');

  function authorize(search: URLSearchParams): SlackResponse {
    const back = new URL(redirectUrl());
    const state = search.get('state');
    if (search.get('client_id') !== clientId) return { status: 400, body: 'invalid_client_id' };
    if (state !== null) back.searchParams.set('state', state);
    if (approval.denies) back.searchParams.set('error', 'access_denied');
    else {
      const code = random();
      codes.set(code, { ...approval, scope: search.get('scope') ?? '', atMs: now().getTime() });
      back.searchParams.set('code', code);
    }
    return { status: 302, body: '', headers: { location: back.href } };
  }

  const isApp = (args: JsonObject) => args.client_id === clientId && args.client_secret === clientSecret;

  function access(args: JsonObject): SlackResponse {
    if (args.client_id !== clientId) return errorResponse('invalid_client_id');
    if (!isApp(args)) return errorResponse('bad_client_secret');
    return args.grant_type === 'refresh_token'
      ? renew(String(args.refresh_token))
      : redeem(String(args.code));
  }

  function redeem(code: string): SlackResponse {
    const approved = codes.get(code);
    codes.delete(code);
    if (!approved || now().getTime() - approved.atMs > CODE_MS) return errorResponse('invalid_code');
    return give(approved);
  }

  /** A refresh token is valid once. The previous access token stays valid until it expires. */
  function renew(refreshToken: string): SlackResponse {
    const before = refreshTokens.get(refreshToken);
    refreshTokens.delete(refreshToken);
    return before && before.error === undefined ? give(before) : errorResponse('invalid_refresh_token');
  }

  function give({
    teamId,
    enterpriseId,
    isOrganization = false,
    scope,
    userId,
  }: Omit<OAuthToken, 'expiresAt'>) {
    const expiresAt = rotatesTokens ? now().getTime() + TOKEN_SECONDS * 1_000 : Number.POSITIVE_INFINITY;
    const token: OAuthToken = {
      teamId,
      isOrganization,
      scope,
      userId,
      expiresAt,
      ...(enterpriseId && { enterpriseId }),
    };
    const accessToken = `${rotatesTokens ? 'xoxe.' : ''}xoxb-${random()}`;
    tokens.set(accessToken, token);
    const refreshToken = `xoxe-1-${random()}`;
    if (rotatesTokens) refreshTokens.set(refreshToken, token);
    return okResponse({
      access_token: accessToken,
      token_type: 'bot',
      scope,
      bot_user_id: BOT.userId,
      app_id: 'A1',
      team: isOrganization ? null : { id: teamId, name: teamId },
      enterprise: enterpriseId ? { id: enterpriseId, name: enterpriseId } : null,
      is_enterprise_install: isOrganization,
      authed_user: { id: userId },
      ...(rotatesTokens ? { refresh_token: refreshToken, expires_in: TOKEN_SECONDS } : {}),
    });
  }

  const isAt = (target: InstallTarget) => (token: OAuthToken) =>
    token.isOrganization === (target.isOrganization ?? false) &&
    (target.isOrganization ? token.enterpriseId === target.enterpriseId : token.teamId === target.teamId);

  function end(target: InstallTarget, error: NonNullable<OAuthToken['error']>): void {
    for (const token of [...tokens.values(), ...refreshTokens.values()])
      if (isAt(target)(token)) token.error ??= error;
  }

  /** The error code for a token; `undefined` if it is valid. */
  function refusal(token: string | undefined): string | undefined {
    if (token === undefined) return 'not_authed';
    const known = tokens.get(token);
    if (!known) return 'invalid_auth';
    return known.error ?? (known.expiresAt <= now().getTime() ? 'token_expired' : undefined);
  }

  function uninstall(target: InstallTarget): void {
    end(target, 'account_inactive');
    onEnded?.('tokens_revoked', target);
    onEnded?.('app_uninstalled', target);
  }

  const methods: Readonly<Record<string, (args: JsonObject, token: string) => SlackResponse>> = {
    'auth.test'(_, token) {
      const { teamId, enterpriseId, isOrganization = false } = tokens.get(token) ?? {};
      return okResponse({
        url: `https://${teamId?.toLowerCase()}.slack.com/`,
        team_id: teamId,
        enterprise_id: enterpriseId,
        user_id: BOT.userId,
        bot_id: BOT.botId,
        is_enterprise_install: isOrganization,
      });
    },
    'auth.revoke'(_, token) {
      const revoked = tokens.get(token);
      if (revoked) {
        revoked.error = 'token_revoked';
        onEnded?.('tokens_revoked', revoked);
      }
      return okResponse({ revoked: true });
    },
  };

  return {
    authorize,
    refusal,
    /** Removes the app, as in Slack's settings. */
    uninstall,
    /** Sets the decision of the next person. */
    approve(next: Approval): void {
      approval = next;
    },
    targetOf: (token: string): InstallTarget | undefined => tokens.get(token),
    /** Answers the methods of installation; `undefined` for others. */
    call(method: string, args: JsonObject, token: string | undefined): SlackResponse | undefined {
      if (method === 'oauth.v2.access') return access(args);
      const run = methods[method];
      if (!run) return undefined;
      const refused = refusal(token);
      return refused === undefined && token !== undefined
        ? run(args, token)
        : errorResponse(refused ?? 'not_authed');
    },
    goodTokens: () => [...tokens.keys()].filter((token) => refusal(token) === undefined).length,
  };
}
