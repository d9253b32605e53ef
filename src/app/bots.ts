import type { Unserved } from '../slack/connection/dispatch.ts';
import type { WorkspaceBot } from './workspace-bot.ts';

/** How a listed workspace fares: in a word, for whoever runs the bot. */
export type ServingState = 'running' | 'token_not_renewed' | Exclude<Unserved, 'not_listed'>;

/** The bots of the workspaces that a process serves. */
export interface Bots {
  /** Those that take requests now. */
  running(): readonly WorkspaceBot[];
  /** By id, of those that are listed; left out where there is one workspace and it is not listed. */
  readonly states?: () => Readonly<Record<string, ServingState>>;
  /** Has them sign in to Slack, before requests come. @throws where there is one workspace and Slack does not take its token */
  start(): Promise<void>;
  /** Once requests come: the work that is due begins, where a process before this one may have left some. */
  begin(mayHaveLeftBehind: boolean): void;
  /** Opens the database before anybody needs it. Never rejects. */
  warmUp(): Promise<void>;
  /** What the first questions would otherwise wait for. Never rejects. */
  prepare(): Promise<void>;
  /** Resolves when no question is waiting for its answer. */
  answered(): Promise<void>;
  /** No more of them are started or stopped. */
  stop(): Promise<void>;
}
