import type { ElementUse } from '../block-kit/element-values.ts';
import type { JsonObject } from '../json.ts';
import { type LocalMessage, withBlockIds } from '../workspace/messages.ts';
import { BOT, type LocalChannel, type Person, type Team } from '../workspace/people.ts';
import type { LocalExecution, StepDefinition } from './executions.ts';

export interface PayloadContext {
  readonly person: Person;
  readonly channel: LocalChannel;
  readonly team: Team;
  readonly responseUrl: string;
  readonly triggerId: string;
}

/** Slack's old verification token. Slack still sends it, but requests are verified by their signature. */
const VERIFICATION_TOKEN = 'verification-token';

export function commandFields(context: PayloadContext, command: string, text: string): JsonObject {
  const { person, channel, team } = context;
  const { organization } = team;
  return {
    token: VERIFICATION_TOKEN,
    team_id: person.teamId ?? team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: BOT.appId,
    ...(organization === undefined
      ? {}
      : { enterprise_id: organization.id, enterprise_name: organization.name }),
    is_enterprise_install: String(team.isOrganizationInstall ?? false),
    response_url: context.responseUrl,
    trigger_id: context.triggerId,
  };
}

/** Builds the payload of a click in a message. Slack leaves out `message` if the message is ephemeral. */
export function clickPayload(
  context: PayloadContext,
  message: LocalMessage,
  { values, action }: ElementUse,
): JsonObject {
  const { person, channel, team } = context;
  const isEphemeral = message.visibleTo !== undefined;
  return {
    type: 'block_actions',
    ...originFields(person, team),
    container: { type: 'message', message_ts: message.ts, channel_id: channel.id, is_ephemeral: isEphemeral },
    trigger_id: context.triggerId,
    channel: { id: channel.id, name: channelName(channel) },
    ...(isEphemeral ? {} : { message: messageObject(message) }),
    state: { values },
    response_url: context.responseUrl,
    actions: [{ ...action, action_ts: message.ts }],
  };
}

export function messageShortcutPayload(
  context: PayloadContext,
  callbackId: string,
  { message, at }: { readonly message: JsonObject; readonly at: Date },
): JsonObject {
  const { person, channel, team } = context;
  return {
    type: 'message_action',
    ...originFields(person, team),
    callback_id: callbackId,
    action_ts: stampOf(at),
    trigger_id: context.triggerId,
    response_url: context.responseUrl,
    channel: { id: channel.id, name: channelName(channel) },
    message_ts: message.ts,
    message,
  };
}

/** Builds the payload of a global shortcut, which has no channel and no `response_url`. */
export function globalShortcutPayload(
  { person, team, triggerId }: Pick<PayloadContext, 'person' | 'team' | 'triggerId'>,
  callbackId: string,
  at: Date,
): JsonObject {
  return {
    type: 'shortcut',
    ...originFields(person, team),
    callback_id: callbackId,
    action_ts: stampOf(at),
    trigger_id: triggerId,
  };
}

export function executionPayload({ title }: StepDefinition, execution: LocalExecution, at: Date): JsonObject {
  return {
    type: 'function_executed',
    function: { id: 'Fn0STEP', callback_id: execution.callbackId, title, type: 'app', app_id: BOT.appId },
    inputs: execution.inputs,
    function_execution_id: execution.id,
    workflow_execution_id: execution.id.replace('Fx', 'Wx'),
    event_ts: stampOf(at),
    bot_access_token: execution.token,
  };
}

/** Formats a time as Slack does in events and actions: Unix seconds with six decimals. */
export function stampOf(at: Date): string {
  return (at.getTime() / 1_000).toFixed(6);
}

/** Wraps an event as Slack sends it. If Slack sends an event again, `id` is the same. */
export function eventPayload(
  event: JsonObject,
  id: string,
  {
    team,
    now,
    isShared = false,
  }: { readonly team: Team; readonly now: () => Date; readonly isShared?: boolean },
): JsonObject {
  return {
    type: 'event_callback',
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    ...(team.organization === undefined ? {} : { enterprise_id: team.organization.id }),
    api_app_id: BOT.appId,
    event,
    event_id: id,
    event_time: Math.floor(now().getTime() / 1_000),
    authorizations: [
      {
        enterprise_id: team.organization?.id ?? null,
        team_id: team.id,
        user_id: BOT.userId,
        is_bot: true,
        is_enterprise_install: team.isOrganizationInstall ?? false,
      },
    ],
    is_ext_shared_channel: isShared,
  };
}

export function originFields(person: Person, team: Team): JsonObject {
  const { organization } = team;
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId ?? team.id },
    api_app_id: BOT.appId,
    token: VERIFICATION_TOKEN,
    team: {
      id: team.id,
      domain: team.domain,
      ...(organization === undefined
        ? {}
        : { enterprise_id: organization.id, enterprise_name: organization.name }),
    },
    enterprise: organization ?? null,
    is_enterprise_install: team.isOrganizationInstall ?? false,
  };
}

export function messageObject(message: LocalMessage): Record<string, unknown> {
  const { ts, author, text, blocks, threadTs, metadata } = message;
  const isBots = author === 'bot';
  return {
    type: 'message',
    user: isBots ? BOT.userId : author,
    ...(isBots ? { bot_id: BOT.botId, app_id: BOT.appId } : {}),
    ts,
    text,
    ...(isBots || blocks.length > 0 ? { blocks: withBlockIds(blocks) } : {}),
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function channelName(channel: LocalChannel): string {
  return channel.isDm ? 'directmessage' : channel.name;
}
