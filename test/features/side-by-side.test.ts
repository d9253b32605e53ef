import type { KnownBlock } from '@slack/types';
import { beforeAll, expect, test } from 'vitest';
import { attentionBlock } from '../../src/features/summaries/attention-view.ts';
import { summaryTranslations } from '../../src/features/summaries/locales/index.ts';
import { readIncidents, readSummary } from '../../src/features/summaries/summarize.ts';
import type { Language } from '../../src/i18n/index.ts';
import { view } from '../../src/slack/blocks/blocks.ts';
import { createChannelFormatter } from '../../src/slack/blocks/format.ts';
import { channels, people } from '../support/desk.ts';
import { featureDeps } from '../support/feature-deps.ts';
import { reviewedHome } from '../support/golden-text.ts';
import { createShiftDesk } from '../support/incidents-desk.ts';
import { suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

/** What a check, an incident, Home and the summary of the day say at the same time, without figures and times. */
test('a check, an incident, Home and the summary of one fault do not contradict each other', async () => {
  const shift = await createShiftDesk(database());
  const readers = [
    { who: people.agent, language: 'en', channel: channels.support.id },
    { who: people.agente, language: 'es', channel: channels.random.id },
  ] as const;
  for (const { channel, language } of readers) await shift.watch({ channel, language });
  const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
  const said: string[] = [];

  /** What a summary of this day says, read at that time; nothing if the platform cannot be read. */
  async function summaryOf(channel: string, language: Language): Promise<string> {
    if (!shift.steady.state.isReachable) return '–';
    const question = { day: '2026-11-18', zone: 'UTC' } as const;
    const { now, incidents } = shift;
    const deps = featureDeps({ traffic: shift.steady.traffic, stores: { incidents }, runtime: { now } });
    const t = summaryTranslations(language);
    const format = createChannelFormatter(t, question.zone, now());
    const found = await readIncidents({ channel, ...question }, deps);
    const options = { t, format, senders: new Map<string, string>(), incidents: found };
    return view(attentionBlock(await readSummary(question, deps), options)).text;
  }

  async function read(state: string): Promise<void> {
    for (const { who, language, channel } of readers) {
      const check = (await desk.ask('', who, channel)).text;
      const home = reviewedHome(
        (await desk.openHome(who)).blocks as unknown as KnownBlock[],
        who.locale,
      ).shown;
      const incident = shift.roots(channel).at(-1);
      said.push(
        `== ${state}, ${language}`,
        ...linesOf('check', check),
        ...linesOf('incident', incident?.text ?? '–'),
        ...linesOf('Home', home),
        ...linesOf('summary', await summaryOf(channel, language)),
      );
    }
  }

  await shift.checkAt('15:01:00');
  await read('normal');
  shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
  await shift.checkAt('15:06:30');
  await shift.checkAt('15:12:00');
  await read('one operator');
  shift.steady.breaks(new Date('2026-11-18T15:13:00Z'), 'Movistar');
  await shift.checkAt('15:17:30');
  await shift.checkAt('15:23:00');
  await read('two operators');
  shift.moveTo('15:25:00');
  shift.steady.mends();
  await shift.checkAt('15:41:00');
  await read('one better check');
  await shift.recoverFrom('15:42:00');
  await read('over');
  shift.steady.state.isReachable = false;
  shift.steady.state.storedAt = new Date('2026-11-18T16:30:00Z');
  await shift.checkAt('16:40:00');
  await shift.checkAt('16:46:00');
  await read('unreachable');
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot('./side-by-side.txt');
});

/** The first lines, which say what is wrong, what to say and what to do. */
function linesOf(where: string, text: string): string[] {
  const lines = text.split('\n').slice(0, 3);
  return lines.map((line) => `${where}: ${line.replace(/\d+(?::\d\d)?/g, '#')}`);
}
