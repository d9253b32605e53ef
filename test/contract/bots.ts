import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { createSealer, type Sealer, sealerFor } from '../../src/runtime/crypto.ts';
import { toModal } from '../../src/slack/forms/modal.ts';
import { sealCommand } from '../../src/slack/listeners/typed-command.ts';
import type { Database } from '../../src/store/database.ts';
import { isRecord, type JsonObject, parseJson, textIn } from '../../tools/fake-slack/json.ts';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import { createSlackServer } from '../../tools/fake-slack/slack-api/slack-server.ts';
import type { Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { recordAudit } from '../support/audit.ts';
import {
  APP_TOKEN,
  createTestWorkspace,
  SIGNING_SECRET,
  startDesk,
  type Transport,
} from '../support/desk.ts';
import { serve, servePlatform } from '../support/server.ts';
import { SECRET_KEY, twoWorkspaces } from '../support/two-workspaces.ts';
import { type ContractCase, readYaml } from './requests.ts';

const { written } = readYaml<{ written: Record<string, object> }>('responses.yml');

const now = () => new Date('2026-11-18T12:00:00Z');
/** The data of people are asked for again by each request, which shows the workspace that serves it. */
const overrides = { now, timings: { peopleTtlMs: 0 } };

type Send = (request: Pick<ContractCase, 'type' | 'payload'>) => Promise<{ status: number; body: string }>;

interface BotParts {
  readonly slacks: Readonly<Partial<Record<ContractCase['installation'], Workspace>>>;
  readonly send: Send;
  readonly requestsFinished: () => Promise<void>;
  readonly audited: readonly { readonly person: string }[];
}

/** The bot of the workspace T1 alone. */
export async function startSingleBot(transport: Transport, database: Database) {
  const platform = await servePlatform();
  const server = createSlackServer({ appToken: APP_TOKEN, acknowledgementTimeoutMs: 50_000 });
  const slack = createTestWorkspace(transport, { teamId: 'T1' }, server);
  const desk = await startDesk(platform.url, { slack, transport, overrides: { ...overrides, database } });
  const send: Send =
    transport === 'http'
      ? sendTo(desk.url)
      : ({ type, payload }) => server.sockets.send({ type, payload, acceptsPayload: true });
  return contractBot({ ...desk, slacks: { T1: slack }, send });
}

/** One bot for the workspace T1 and for the organisation E1 with its workspace T2. */
export async function startSeveralBots(database: Database) {
  const { audit, entries: audited } = recordAudit();
  const { a, b, urls, requestsFinished } = await twoWorkspaces({
    ...{ database, replicas: 1, isSameAccount: true, listed: ['T1', 'E1'], now },
    overrides: { ...overrides, audit },
    workspace: (id) =>
      id === 'T1'
        ? {}
        : {
            botToken: 'xoxb-E1',
            organization: { id: 'E1', name: 'Compass' },
            isOrganizationInstall: true,
          },
  });
  const slacks = { T1: a.slack, E1: b.slack };
  return contractBot({ slacks, send: sendTo(urls[0] ?? ''), requestsFinished, audited });
}

async function contractBot({ slacks, send, requestsFinished, audited }: BotParts) {
  const replies: string[] = [];
  const servedBy = new Set<string>();
  const responseUrl = await serve(async (request, response) => {
    await json(request);
    replies.push('response_url');
    response.end('ok');
  });
  for (const [installation, slack] of Object.entries(slacks)) {
    slack?.intercept((method, args, grant) => {
      // A run of a step brings its own token, by which the fake Slack knows no workspace.
      if (!method.startsWith('functions.')) servedBy.add(installation);
      const body = written[method];
      if (!body) return grant(args);
      replies.push(replyOf(method, args));
      return { status: 200, body: { ...body, ...(args.ts ? { ts: args.ts } : {}) } };
    });
  }
  return {
    slacks,
    /** Sends a request, and resolves with what came of it once the bot is idle. */
    async receive({ type, payload, installation }: Pick<ContractCase, 'type' | 'payload' | 'installation'>) {
      replies.length = 0;
      servedBy.clear();
      const before = audited.length;
      const { status, body } = await send({
        type,
        payload: fill(payload, responseUrl, 'E1' in slacks ? sealerFor(installation, sealer) : sealer),
      });
      await requestsFinished();
      const ack = acknowledged(body);
      return {
        status,
        replies: ack === '' ? [...replies] : [ack, ...replies],
        read: audited.slice(before),
        servedBy: [...servedBy],
      };
    },
  };
}

const sealer = createSealer(SECRET_KEY);

/** Replaces each `$name` by its value. Ids differ between requests, because the bot ignores repeated ones. */
function fill(payload: object, responseUrl: string, sealer: Sealer): Record<string, unknown> {
  const from = { responseUrl, channelId: 'C1', language: 'en', timeZone: 'UTC', replaces: false } as const;
  const form = { callbackId: '', title: '', submit: '', close: '', blocks: [] };
  const values: Readonly<Record<string, string>> = {
    response_url: responseUrl,
    metadata: toModal(form, from, sealer).private_metadata ?? '',
    typed_command: sealCommand(sealer, '/sms-status', '912345678'),
  };
  const text = JSON.stringify(payload).replaceAll(/"\$(\w+)"/g, (_, name: string) =>
    JSON.stringify(values[name] ?? `${name}.${randomUUID()}`),
  );
  return JSON.parse(text);
}

const sendTo =
  (url: string): Send =>
  async ({ type, payload }) => {
    const { headers, body } = signBody(encoded(type, payload), SIGNING_SECRET);
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text() };
  };

function encoded(type: ContractCase['type'], payload: object) {
  const json = JSON.stringify(payload);
  if (type === 'events_api') return { contentType: 'application/json', text: json };
  const fields: Record<string, string> = type === 'interactive' ? { payload: json } : { ...payload };
  return {
    contentType: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(fields).toString(),
  };
}

function acknowledged(body: string): string {
  const answer = parseJson(body);
  if (!isRecord(answer)) return '';
  const { response_action: action, errors = {}, ...rest } = answer;
  return ['ack', action ?? Object.keys(rest), ...Object.keys(Object(errors))].join(' ');
}

function replyOf(method: string, args: JsonObject): string {
  if (method.startsWith('functions.')) return method;
  if (method === 'views.publish') return `${method} ${args.user_id}`;
  if (method.startsWith('views.')) return `${method} ${textIn(args.view, 'callback_id')}`;
  return `${method} ${args.channel}${args.thread_ts === undefined ? '' : ` in ${args.thread_ts}`}`;
}
