import { type LocalView, withIds } from '../../fake-slack/modals/view.ts';
import type { LocalFile } from '../../fake-slack/slack-api/files.ts';
import type { Manifest } from '../../fake-slack/workspace/manifest.ts';
import type { LocalMessage } from '../../fake-slack/workspace/messages.ts';
import { BOT, slackTextsFor } from '../../fake-slack/workspace/people.ts';
import type { LocalExecution } from '../../fake-slack/workspace/workspace.ts';
import type { Clock, PlaygroundEnvironment } from '../environment.ts';
import type {
  PageFile,
  PageForm,
  PageMessage,
  PageState,
  PageStepRun,
  PageSuggestion,
  PageView,
} from '../page/contract.ts';
import { aboutDirectMessages, channels, people, TEAM_NAME, userGroups } from './fixtures.ts';
import type { LoggedRequests } from './request-log.ts';

export interface PageStateDeps {
  readonly environment: PlaygroundEnvironment;
  readonly clock: Clock;
  readonly requestLog: LoggedRequests;
  /** By person id: the execution id of the person's newest run of a workflow step. */
  readonly stepRuns: Map<string, string>;
  readonly suggestions: () => readonly PageSuggestion[];
}

const BEGINNING_CHARACTERS = 2_000;

/** Builds everything that the page of a person shows. `person` must be the id of a member. */
export function pageState(person: string, deps: PageStateDeps): PageState {
  const { environment, clock } = deps;
  const { workspace, manifest } = environment;
  const { name, description, shortcuts, steps } = manifest;
  const everybody = workspace.people();
  const open = workspace.channels(person);
  const isOpen = new Set(open.map(({ id }) => id));
  const files = new Map(workspace.files().map((file) => [file.id, file]));
  const form = workspace.modal(person);
  const home = workspace.home(person);
  const run = workspace.execution(deps.stepRuns.get(person) ?? '');
  const locale = everybody.find(({ id }) => id === person)?.locale ?? 'en-US';
  return {
    team: TEAM_NAME,
    bot: { id: BOT.userId, name, description, shortcuts, steps },
    person,
    people: everybody.map(({ id, name, locale, zone }) => {
      const role = people.find((one) => one.id === id)?.role ?? '';
      return { id, name, role, locale, zone };
    }),
    userGroups: userGroups.map(({ id, handle }) => ({ id, name: handle })),
    channels: open.map(({ id, name, isDm = false, hasBot = true, isArchived = false }) => {
      const about = isDm ? aboutDirectMessages : channels.find((one) => one.id === id)?.about;
      const shown = { id, name: isDm ? manifest.name : name, isDm, hasBot, isArchived };
      return about === undefined ? shown : { ...shown, about };
    }),
    commands: manifest.commands.map(({ escapes: _, ...command }) => command),
    suggestions: deps.suggestions(),
    messages: workspace
      .messages({ person })
      .filter(({ channel }) => isOpen.has(channel))
      .map((message) => pageMessage(message, files)),
    ...(home === undefined ? {} : { home: pageView(home) }),
    ...(form === undefined ? {} : { form: pageForm(form, locale) }),
    ...(run === undefined ? {} : { stepRun: pageStepRun(run, manifest) }),
    requests: deps.requestLog.list(),
    clock: { now: clock.now().toISOString(), isMoved: clock.isMoved },
    platform: {
      isReachable: environment.isReachable(),
      faults: environment.platform.currentFaults(),
    },
  };
}

function pageMessage(message: LocalMessage, files: ReadonlyMap<string, LocalFile>): PageMessage {
  const { ts, channel, author, visibleTo, replaced, threadTs, isBroadcast = false, text, blocks } = message;
  const isOnlyForYou = visibleTo !== undefined;
  return {
    ts,
    channel,
    author,
    isOnlyForYou,
    // Slack marks changed messages as edited, but not ephemeral messages.
    isEdited: replaced > 0 && !isOnlyForYou,
    ...(threadTs === undefined ? {} : { threadTs }),
    isBroadcast,
    text,
    blocks: withIds(blocks),
    files: (message.files ?? []).flatMap(({ id }) => {
      const file = files.get(id);
      return file === undefined ? [] : [pageFile(file)];
    }),
  };
}

function pageFile({ id, name, title, content }: LocalFile): PageFile {
  return {
    id,
    name,
    title,
    sizeBytes: Buffer.byteLength(content),
    url: `/files/${id}`,
    beginning: content.replace(/^\ufeff/, '').slice(0, BEGINNING_CHARACTERS),
  };
}

function pageView({ id, hash, blocks, values }: LocalView): PageView {
  return { id, hash, blocks, values };
}

function pageStepRun(
  { callbackId, status, outputs = {}, error }: LocalExecution,
  { steps }: Manifest,
): PageStepRun {
  const named = steps.find((one) => one.callbackId === callbackId)?.outputs ?? [];
  return {
    callbackId,
    state: status === 'completed' ? 'done' : status,
    outputs: named.flatMap(({ name, title }) =>
      outputs[name] === undefined ? [] : [{ title, value: String(outputs[name]) }],
    ),
    ...(error === undefined ? {} : { error }),
  };
}

function pageForm(view: LocalView, locale: string): PageForm {
  const { title, submit, close, errors, notice } = view;
  return {
    ...pageView(view),
    title,
    ...(submit === undefined ? {} : { submit }),
    close: close ?? slackTextsFor(locale).cancel,
    errors,
    ...(notice === undefined ? {} : { notice }),
  };
}
