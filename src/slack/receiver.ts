import type { IncomingMessage, RequestListener } from 'node:http';
import { HTTPReceiver } from '@slack/bolt';
import type { Log } from '../ops/log.ts';
import { createBoltLogger } from './bolt-log.ts';

export interface ReceiverOptions {
  readonly signingSecret: string;
  readonly log: Log;
}

/** Slack's own tolerance for requests from the past, applied to the future too. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Slack's requests over HTTP at `POST /slack/events`, signatures checked. Bolt refuses time stamps of the past;
 * here those of the future are refused as well. Real time, whatever clock the rest of the bot goes by.
 */
export function createHttpReceiver({ signingSecret, log }: ReceiverOptions): HTTPReceiver {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger: createBoltLogger(log),
    bodyLimit: 1024 * 1024,
    dispatchErrorHandler: ({ request, response }) => {
      log.debug({ method: request.method }, 'a request to no address of ours');
      response.writeHead(404).end();
    },
    unhandledRequestHandler: ({ response }) => {
      log.warn('a request from Slack that no feature answers');
      if (!response.headersSent) response.writeHead(404).end();
    },
  });
  const listener: RequestListener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    if (isFromTheFuture(request)) {
      log.warn('refused a request with a time stamp from the future');
      response.writeHead(401).end();
      return;
    }
    listener(request, response);
  };
  return receiver;
}

function isFromTheFuture(request: IncomingMessage): boolean {
  const sentAt = Number(request.headers['x-slack-request-timestamp']);
  return sentAt > Date.now() / 1000 + TOLERANCE_SECONDS;
}
