import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledgement } from '../../tools/fake-slack/slack-api/delivery.ts';
import type { LocalMessage, Person } from '../../tools/fake-slack/workspace/workspace.ts';
import type { Scene } from '../chaos/scene.ts';
import { type Expected, isHonest, isInterim, type PlatformDay, reads } from './expected.ts';
import type { Front } from './front.ts';

export type AnswerOutcome = 'right' | 'honest' | 'cut' | 'silent' | 'wrong';

export interface Asked {
  readonly kind: string;
  readonly person: string;
  readonly atMs: number;
  readonly acknowledgement: Acknowledgement | undefined;
  readonly outcome: AnswerOutcome;
  /** The last text, for the analysis of a wrong answer. */
  readonly said: string;
}

interface Question {
  readonly kind: string;
  readonly send: () => Promise<Acknowledgement | undefined>;
  readonly isRight: (said: string) => boolean;
}

/** An answer with buttons, its number and its current page. */
interface Page {
  readonly ts: string;
  readonly of: Expected;
  readonly at: number;
}

const POLL_INTERVAL_MS = 100;
/** Longer than any wait of the bot. */
const SILENT_AFTER_MS = 90_000;
/** An answer that was on its way when the replica was killed has arrived by then. */
const CUT_AFTER_MS = 10_000;

/** A person with their own channel, who sends one request after the other. */
export function createAsker({ id }: Person, channel: string, { slack, front, plain, random }: Day) {
  const asked: Asked[] = [];
  let page: Page | undefined;
  const said = () =>
    slack.messages({ channel }).filter(({ author, visibleTo }) => author === 'bot' && visibleTo === id);
  const directly = () => slack.messages({ channel: `D0${id}` }).filter(({ author }) => author === 'bot');
  const stateOf = ({ ts, replaced }: LocalMessage) => `${ts} ${replaced}`;

  /** The first answer since then, without progress messages. */
  function answerAfter(before: ReadonlySet<string>): LocalMessage | undefined {
    return [...said(), ...directly()].find(
      (message) => !before.has(stateOf(message)) && !isInterim(message.text) && !reads.followed(message.text),
    );
  }

  async function ask({ kind, send, isRight }: Question): Promise<LocalMessage | undefined> {
    const before = new Set([...said(), ...directly()].map(stateOf));
    const atMs = performance.now();
    const isAnswered = () => answerAfter(before) !== undefined || slack.modal(id) !== undefined;
    const acknowledgement = await send();
    const to = front.askedOf(id);
    let cutAtMs: number | undefined;
    while (!isAnswered() && performance.now() - atMs < SILENT_AFTER_MS) {
      const isCut = to?.bot.child.signalCode === 'SIGKILL';
      cutAtMs = isCut ? (cutAtMs ?? performance.now()) : undefined;
      if (cutAtMs !== undefined && performance.now() - cutAtMs > CUT_AFTER_MS) break;
      await pause(POLL_INTERVAL_MS);
    }
    const answer = answerAfter(before);
    const text = answer?.text ?? (slack.modal(id) && reads.form);
    const outcome = outcomeOf(text, isRight, cutAtMs !== undefined);
    asked.push({ kind, person: id, atMs, acknowledgement, outcome, said: text ?? '' });
    return outcome === 'right' ? answer : undefined;
  }

  const command = (name: string, text: string) => () =>
    slack.command({ person: id, channel, command: name, text });
  const shows =
    ({ pages }: Expected, at: number) =>
    (text: string) =>
      pages[at]?.every((part) => text.includes(part) || withoutGaps(text).includes(part)) ?? false;
  const anyNumber = () => plain.numbers[Math.floor(random() * plain.numbers.length)] ?? plain.many;

  async function lookUp(of = random() < 0.3 ? plain.many : anyNumber()) {
    const send = command('/sms-status', `+${of.msisdn} ${plain.day}`);
    const answer = await ask({ kind: '/sms-status', send, isRight: shows(of, 0) });
    page = answer && { ts: answer.ts, of, at: 0 };
  }

  async function press(kind: 'Details' | 'Refresh' | 'Older', { ts, of, at }: Page) {
    const message = slack.messages({ channel }).find((one) => one.ts === ts);
    if (message === undefined) throw new Error('an answer is gone');
    const action = {
      Details: { actionId: 'status.details' },
      Refresh: { actionId: 'status.more', value: 'refresh' },
      Older: { actionId: 'status.older' },
    }[kind];
    // A refresh shows the first page again.
    const shown = { Details: at, Refresh: 0, Older: at + 1 }[kind];
    const send = () => slack.click({ person: id, message, ...action });
    const answer = await ask({ kind, send, isRight: shows(of, shown) });
    if (kind !== 'Details') page = answer && { ts: answer.ts, of, at: shown };
  }

  async function fillForm() {
    await ask({ kind: 'a form', send: command('/sms-status', ''), isRight: (text) => text === reads.form });
    if (slack.modal(id) === undefined) return;
    const of = anyNumber();
    const values = { number: `+${of.msisdn}`, days: plain.day };
    const send = async () => {
      const acknowledgement = await slack.submit({ person: id, values });
      // A form that was cut off stays open.
      if (slack.modal(id) !== undefined) slack.close(id);
      return acknowledgement;
    };
    await ask({ kind: 'a form filled in', send, isRight: shows(of, 0) });
  }

  const askOnce = (kind: string, typed: string, isRight: Question['isRight']) => {
    const [name = '', text = ''] = typed.split(' ');
    return ask({ kind, send: command(name, text), isRight });
  };

  return {
    asked,
    directly,
    /** Tracks the newest message to a number. @returns whether the bot confirmed it */
    async follow(msisdn: string): Promise<boolean> {
      const isRight = (text: string) => text.includes(`•${msisdn.slice(-3)}`);
      const send = command('/sms-status', `+${msisdn} today`);
      const answer = await ask({ kind: '/sms-status', send, isRight });
      if (answer === undefined) return false;
      const press = () => slack.click({ person: id, message: answer, actionId: 'status.settle' });
      const confirmation = await ask({ kind: 'Notify me', send: press, isRight: reads.trackingStarted });
      return confirmation !== undefined;
    },
    async askSomething() {
      const dice = random();
      if (page && dice < 0.2) return press('Details', page);
      if (page && dice < 0.25) return press('Refresh', page);
      if (page && dice < 0.35 && page.at + 1 < page.of.pages.length) return press('Older', page);
      if (dice < 0.75) return lookUp();
      if (dice < 0.8) return fillForm();
      if (dice < 0.85) return void (await askOnce('help', '/sms-status help', reads.help));
      if (dice < 0.95) return void (await askOnce('/sms-check', '/sms-check', reads.checked));
      await askOnce('/sms-report', `/sms-report ${plain.day}`, (text) => text.includes(plain.total));
    },
  };
}

/** Numbers of some countries do not end in a group of three digits. */
const withoutGaps = (text: string) => text.replaceAll(' ', '');

function outcomeOf(said: string | undefined, isRight: Question['isRight'], isCut: boolean): AnswerOutcome {
  if (said === undefined) return isCut ? 'cut' : 'silent';
  if (isRight(said)) return 'right';
  return isHonest(said) ? 'honest' : 'wrong';
}

export interface Day {
  readonly slack: Scene['slack'];
  readonly front: Front;
  readonly plain: PlatformDay;
  readonly random: () => number;
}

export type Asker = ReturnType<typeof createAsker>;
