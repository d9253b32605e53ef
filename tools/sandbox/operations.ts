import { json, jsonResponse, RequestRefusal, type SandboxResponse } from './answer.ts';
import { dateIn, endOfDay, startOfDay } from './calendar.ts';
import type { FaultBoard, SandboxOperation } from './faults.ts';
import { conform, type Received, readForm, readJson } from './request.ts';
import type { TokenIssuer } from './tokens.ts';
import { type MessageState, type SandboxMessage, stateAt } from './traffic/message.ts';
import type { SimulatedTraffic } from './traffic/traffic.ts';
import {
  identifiedMessageInfo,
  loginRequest,
  type MessagePosition,
  messageInfo,
  parseSmsId,
  parseTrx,
  platformDay,
  platformReportRequest,
  reportBody,
  tokenRequest,
} from './wire.ts';

export interface SandboxCredentials {
  readonly email: string;
  readonly password: string;
  /** `tokenws` of the report. */
  readonly reportToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Platform {
  readonly credentials: SandboxCredentials;
  readonly traffic: SimulatedTraffic;
  readonly loginTokens: TokenIssuer;
  readonly oauthTokens: TokenIssuer;
  /** What is said of the lifetime of an OAuth token, in whichever unit. */
  readonly validityPeriod: number;
  /** Whether `sms_info` wants a login token. */
  readonly isInfoGuarded: boolean;
  readonly faults: FaultBoard;
  /** Epoch seconds, whole. */
  readonly now: () => number;
  readonly bounds: 'inclusive' | 'exclusive_end';
  /** Zone of the days of `desde`, `hasta` and the look-up. */
  readonly timeZone: string;
}

/** The five operations. A request that is not granted is thrown as a {@link RequestRefusal}. */
export function createOperations(
  platform: Platform,
): Record<SandboxOperation, (received: Received) => SandboxResponse> {
  const { credentials, traffic, loginTokens, oauthTokens, faults, timeZone } = platform;

  function existing(position: MessagePosition | undefined): { message: SandboxMessage; state: MessageState } {
    const now = platform.now();
    const message = position && traffic.find(position.day, position.place);
    if (message === undefined || message.submittedAt > now) throw new RequestRefusal(404, 'Record not found');
    return { message, state: stateAt(message, now, faults.disturbance()) };
  }

  return {
    login(received) {
      const { email, password } = readJson(received, loginRequest);
      if (email !== credentials.email || password !== credentials.password) {
        return json(401, { status: false, detail: 'Wrong e-mail or password' });
      }
      return json(200, { auth_access_token: loginTokens.issue(), status: true });
    },

    report(received) {
      requireToken(received, loginTokens);
      const request = readJson(received, platformReportRequest);
      if (request.tokenws !== credentials.reportToken) throw new RequestRefusal(403, 'Wrong tokenws');

      const now = platform.now();
      const { wrongTotal = 0, badEntries = 0, ignoreFilters = false } = faults.current();
      const isInclusive = platform.bounds === 'inclusive';
      const end = isInclusive ? endOfDay(request.hasta, timeZone) : startOfDay(request.hasta, timeZone);
      const messages = traffic.between(
        startOfDay(request.desde, timeZone),
        Math.min(end, now + 1),
        ignoreFilters ? undefined : request.msisdn,
      );
      const sender = ignoreFilters ? undefined : request.num_corto;
      const view = { now, disturbance: faults.disturbance(), wrongTotal, badEntries };
      return jsonResponse(200, reportBody(messages, request, sender, view));
    },

    info(received) {
      if (platform.isInfoGuarded) requireToken(received, loginTokens);
      const [date, reference = ''] = received.parameters;
      const day = conform(date, platformDay);
      const { message, state } = existing(parseTrx(reference));
      if (dateIn(message.submittedAt, timeZone) !== day) throw new RequestRefusal(404, 'Record not found');
      return json(200, { data: messageInfo(message, state), detail: 'Record found' });
    },

    oauth(received) {
      const { client_id, client_secret } = readForm(received, tokenRequest);
      if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret) {
        throw new RequestRefusal(401, 'Wrong client credentials');
      }
      const validity = String(platform.validityPeriod);
      return json(200, { access_token: oauthTokens.issue(), validity_period: validity });
    },

    sms(received) {
      requireToken(received, oauthTokens);
      const [smsId = ''] = received.parameters;
      const { message, state } = existing(parseSmsId(smsId));
      return json(200, { data: identifiedMessageInfo(message, state), detail: 'Record found' });
    },
  };
}

function requireToken({ bearer }: Received, tokens: TokenIssuer): void {
  if (bearer === undefined) throw new RequestRefusal(401, 'Authorization is missing');
  if (!tokens.isValid(bearer)) throw new RequestRefusal(401, 'The access token is unknown or has run out');
}
