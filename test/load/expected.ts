import { z } from 'zod';
import { MAX_LOOKUP_DAYS } from '../../src/features/status/input.ts';
import { en as statusEn } from '../../src/features/status/locales/en.ts';
import { en } from '../../src/i18n/locales/en.ts';
import { runs } from '../../src/i18n/locales/runs.en.ts';
import type { StoryName } from '../../tools/sandbox/index.ts';
import type { Scene } from '../chaos/scene.ts';
import { numberOf } from '../support/sandbox.ts';

const { failures, refusals } = en;
const { tracking } = statusEn.status;

/** Sentences that explain a missing answer, without those for errors of the bot itself. */
const honestSentences = [
  failures.rate_limited.sentence,
  failures.timed_out.sentence,
  failures.unavailable.sentence,
  failures.busy.sentence,
  failures.database.sentence,
  failures.restarting.sentence,
  // The time follows.
  failures.openCircuit.platform('', '').sentence.replace(/\W+$/, ''),
  refusals.unverified.sentence,
  refusals.formFailed.sentence,
  en.headlines.of.platform_unreachable(),
];

export const isHonest = (said: string) => honestSentences.some((sentence) => said.includes(sentence));

/** Progress messages. */
const interimLines = [en.asking, en.working, en.waitingAlone, runs('', '').here.sentence];
const QUEUED = /^The SMS platform has been slow since /;
/** The progress of a long report; this message later becomes the answer. */
const PROGRESS = / of \d+ days? · [\d,]+ messages? read/;

export const isInterim = (said: string) =>
  QUEUED.test(said) || PROGRESS.test(said) || interimLines.some((line) => said.startsWith(line));

const A_DAY_MS = 86_400_000;
const PAGE = 5;
const entries = z.object({ data: z.array(z.object({ msisdn: z.string(), time_platform: z.string() })) });

export interface Expected {
  /** International format, digits only. */
  readonly msisdn: string;
  /** The texts that each page of the number's lookup must contain. */
  readonly pages: readonly (readonly string[])[];
}

export const digitsOf = (story: StoryName) => numberOf(story).replaceAll(/\D/g, '');

/** The contents of one day, read from the platform without the bot and before any fault. */
export async function readDirectly({ sandbox, config }: Scene) {
  const day = new Date(Date.now() - 2 * A_DAY_MS).toISOString().slice(0, 10);
  const { baseUrl } = config.platform;
  const { email, password, reportToken } = sandbox.credentials;
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const login = z.object({ auth_access_token: z.string() }).parse(await ask('login_ws', { email, password }));
  const asked = { desde: day, hasta: day, tokenws: reportToken };
  const { data } = entries.parse(await ask('report_mt', asked, login.auth_access_token));
  const dated = data.filter(({ time_platform }) => time_platform.startsWith(day));

  const timesOf = new Map<string, string[]>();
  for (const { msisdn, time_platform } of dated) {
    const digits = msisdn.replace(/\D/g, '');
    const time = new Date(time_platform.replace(' ', 'T')).toISOString().slice(11, 19);
    timesOf.set(digits, [...(timesOf.get(digits) ?? []), time]);
  }
  const numbers = [...timesOf].map(([msisdn, times]): Expected => {
    const newestFirst = times.toSorted().toReversed();
    const count = `${times.length} ${times.length === 1 ? 'message' : 'messages'}`;
    const pages = Array.from({ length: Math.ceil(times.length / PAGE) }, (_, page) => [
      `•${msisdn.slice(-3)}`,
      count,
      ...newestFirst.slice(page * PAGE, (page + 1) * PAGE),
    ]);
    return { msisdn, pages };
  });
  const many = numbers.find(({ msisdn }) => msisdn === digitsOf('many'));
  if (many === undefined) throw new Error('the platform has no number with many messages');
  return { day, numbers, many, total: `Messages: ${dated.length.toLocaleString('en')}` };
}

export type PlatformDay = Awaited<ReturnType<typeof readDirectly>>;

/** How to recognize answers without figures. */
export const reads = {
  form: '(a form)',
  help: (said: string) => said.includes(statusEn.input.help(MAX_LOOKUP_DAYS).title),
  /** The platform of this test has too little traffic for a verdict. */
  checked: (said: string) => said.includes(en.headlines.of.too_little_traffic(undefined)),
  trackingStarted: (said: string) => said.startsWith(tracking.started),
  /** A message about a tracked one, in the person's direct messages. */
  followed: (said: string) => said.includes(': the message of ') || said.startsWith('Following the message '),
  /** The message about the final status, after the updated one. */
  ended: (said: string) => said.startsWith('Delivered in '),
};
