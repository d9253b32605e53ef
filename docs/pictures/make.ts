import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createLog } from '../../src/ops/log.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { createPageFiles } from '../../tools/playground/server/page-files.ts';
import { startPlayground } from '../../tools/playground/server/playground.ts';

/** A screenshot of the playground's page: the person, the window, and (`take`) the steps before it. */
interface Picture {
  readonly name: string;
  readonly window: BrowserContextOptions & { readonly viewport: { width: number; height: number } };
  readonly person?: string;
  readonly hasControls?: boolean;
  /** If true, the screenshot shows only the channel, without the sidebar. */
  readonly isChannelOnly?: boolean;
  /** If true, the window's height is not fitted to the height of the answer. */
  readonly isFixed?: boolean;
  readonly take: (visit: PictureVisit) => Promise<void>;
}

interface PictureVisit {
  readonly page: Page;
  readonly composer: Locator;
  readonly newest: Locator;
  send(text: string): Promise<void>;
  act(act: unknown): Promise<void>;
}

/** Time of the pictures: a Wednesday, 15:20 in Santiago. At a fixed time the messages are always the same. */
const MOMENT = '2026-11-18T18:20:00Z';
const MARGIN_PX = 20;
/** Longest wait for a message: a summary takes long, because it reads figures of five weeks. */
const PATIENCE_MS = 120_000;
const MOST_POLLS = 40;
const ASKED_EVERY_MS = 2_000;
const WORKING = '/sms-status +56 9 1234 5678 today';
const STUCK = '/sms-status +56 9 1111 0003 today';

const pictures: readonly Picture[] = [
  {
    name: 'number',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 800 } },
    async take({ send, newest }) {
      await send(WORKING);
      await newest.getByRole('button', { name: 'Details' }).waitFor();
    },
  },
  {
    name: 'form',
    window: { viewport: { width: 800, height: 860 } },
    async take({ send, page }) {
      await send('/sms-status');
      await page.getByRole('textbox', { name: 'Number' }).fill('+56 9 1234 567');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText(/a mobile number has/).waitFor();
    },
  },
  {
    name: 'spanish',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 700 } },
    person: 'U0LUIS',
    async take({ send, newest }) {
      await send(STUCK);
      await newest.getByText(/WOM lo tiene/).waitFor();
    },
  },
  {
    name: 'during-incident',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 } },
    take: (visit) => lookUpDuringIncident(visit, 'en'),
  },
  {
    name: 'during-incident-narrow',
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    person: 'U0LUIS',
    take: (visit) => lookUpDuringIncident(visit, 'es'),
  },
  {
    name: 'ticket-narrow',
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    person: 'U0LUIS',
    async take({ send, newest }) {
      await send(STUCK);
      await newest.getByRole('button', { name: 'Para el caso' }).click();
      await newest.getByText('Copia esto en el caso').waitFor();
    },
  },
  {
    name: 'report',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1500 } },
    async take({ send, newest, page }) {
      await askElsewhere(page, '/sms-report yesterday', 'Yesterday (17 Nov)');
      await send('/sms-report yesterday');
      await newest.getByRole('button', { name: 'Details' }).waitFor();
    },
  },
  {
    name: 'summary',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1500 } },
    take: (visit) => readSummary(visit, /^SMS on /, 'en'),
  },
  {
    name: 'summary-spanish',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1500 } },
    person: 'U0LUIS',
    take: (visit) => readSummary(visit, /^SMS del /, 'es'),
  },
  {
    name: 'rehearsal',
    window: { viewport: { width: 1280, height: 720 } },
    hasControls: true,
    async take({ send, newest, page, act }) {
      await act({ kind: 'faults', faults: { operatorDown: { operator: 'Entel' } } });
      await act({ kind: 'clock', at: '2026-11-19T14:05:00Z' });
      await page.getByRole('button', { name: 'What happened' }).click();
      await send(WORKING);
      await newest.getByText(/Stuck at the platform/).waitFor();
    },
  },
  {
    name: 'check',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1500 } },
    async take({ send, newest, page, act }) {
      await act({
        kind: 'faults',
        faults: { operatorDown: { operator: 'Entel', since: '2026-11-18T17:52:00Z' } },
      });
      await askElsewhere(page, '/sms-check', 'SMS is down at Entel');
      await send('/sms-check');
      await newest.getByText('SMS is down at Entel').first().waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'incident',
    window: { viewport: { width: 1440, height: 760 } },
    take: (visit) => readIncident(visit, 'en'),
  },
  {
    name: 'incident-spanish',
    window: { viewport: { width: 1440, height: 760 } },
    person: 'U0LUIS',
    take: (visit) => readIncident(visit, 'es'),
  },
  {
    name: 'incident-begins',
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    person: 'U0MEI',
    take: (visit) => readLife(visit, { isOver: false }),
  },
  {
    name: 'incident-over',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1200 } },
    person: 'U0LUIS',
    take: (visit) => readLife(visit, { isOver: true }),
  },
  {
    name: 'incident-over-narrow',
    window: { viewport: { width: 390, height: 1600 }, isMobile: true, hasTouch: true },
    person: 'U0MEI',
    take: (visit) => readLife(visit, { isOver: true }),
  },
  {
    name: 'overlap',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 } },
    person: 'U0ANA',
    take: (visit) => readOverlap(visit),
  },
  {
    name: 'overlap-narrow',
    window: { viewport: { width: 390, height: 900 }, isMobile: true, hasTouch: true },
    person: 'U0MEI',
    take: (visit) => readOverlap(visit),
  },
  {
    name: 'relapse',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 } },
    person: 'U0ANA',
    take: (visit) => readRelapse(visit, { isCorrected: false }),
  },
  {
    name: 'relapse-narrow',
    window: { viewport: { width: 390, height: 900 }, isMobile: true, hasTouch: true },
    person: 'U0MEI',
    take: (visit) => readRelapse(visit, { isCorrected: false }),
  },
  {
    name: 'corrected',
    isFixed: true,
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 } },
    person: 'U0ANA',
    take: (visit) => readRelapse(visit, { isCorrected: true }),
  },
  {
    name: 'corrected-narrow',
    isFixed: true,
    window: { viewport: { width: 390, height: 900 }, isMobile: true, hasTouch: true },
    person: 'U0MEI',
    take: (visit) => readRelapse(visit, { isCorrected: true }),
  },
  {
    name: 'rehearse',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 1500 } },
    async take({ send, newest, page, act }) {
      await act({
        kind: 'faults',
        faults: { operatorDown: { operator: 'Entel', since: '2026-11-18T15:10:00Z' } },
      });
      await send('/sms-check rehearse 7');
      // The answer takes long, so the bot sends it by direct message.
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^SMS Desk/ })
        .click();
      await newest.getByRole('heading', { name: /would have come$/ }).waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'shortcut',
    isFixed: true,
    window: { viewport: { width: 1000, height: 760 } },
    async take({ page, act, newest }) {
      const text = 'Two customers say the code never comes: (9) 1234-5678, and Camila on 0056 9.1111.0003';
      await act({ kind: 'say', person: 'U0MEI', channel: 'C0SUPPORT', text });
      await newest.getByText(/^Two customers/).waitFor();
      await newest.getByRole('button', { name: 'Message actions' }).press('Enter');
      await page.getByRole('button', { name: /^Check SMS delivery/ }).press('Enter');
      await page.getByText('2 found in this message').waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'thread',
    isFixed: true,
    window: { viewport: { width: 1280, height: 720 } },
    async take({ page, act, newest }) {
      const text = 'Camila says she never got the code. Her number ends in 003.';
      await act({ kind: 'say', person: 'U0MEI', channel: 'C0SUPPORT', text });
      await newest.getByText(/^Camila says/).waitFor();
      await newest.getByRole('button', { name: 'Reply in thread' }).press('Enter');
      const thread = page.getByRole('complementary', { name: 'Thread' });
      const box = thread.getByRole('combobox');
      await box.fill('@SMS Desk +56 9 1111 0003 today');
      await box.press('Enter');
      // The text is also in an invisible part for screen readers, so only the visible article is searched.
      await thread
        .getByRole('article')
        .getByText(/Stuck at WOM/)
        .waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'home',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 }, deviceScaleFactor: 1.5 },
    take: (visit) => openHome(visit, 'en'),
  },
  {
    name: 'home-narrow',
    window: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
    take: (visit) => openHome(visit, 'en'),
  },
  {
    name: 'home-spanish',
    isChannelOnly: true,
    window: { viewport: { width: 1000, height: 900 }, deviceScaleFactor: 1.5 },
    person: 'U0LUIS',
    take: (visit) => openHome(visit, 'es'),
  },
  {
    name: 'dark',
    window: { viewport: { width: 1000, height: 700 }, colorScheme: 'dark' },
    async take({ send, newest }) {
      await send(STUCK);
      await newest.getByText(/Stuck at WOM/).waitFor();
    },
  },
  {
    name: 'narrow',
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    async take({ send, newest }) {
      await send(STUCK);
      await newest.getByText(/Stuck at WOM/).waitFor();
    },
  },
];

const wanted = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const picture of pictures) {
    if (wanted.length === 0 || wanted.includes(picture.name)) await make(picture, browser);
  }
} finally {
  await browser.close();
}

/** Asks first in another channel, so that the answer here is fast and has no progress line above it. */
async function askElsewhere(page: Page, text: string, answer: string): Promise<void> {
  const goTo = (channel: RegExp) => page.getByRole('navigation').getByRole('link', { name: channel }).click();
  await goTo(/^on-call/);
  const main = page.getByRole('main');
  const composer = main.getByRole('combobox', { name: /#on-call/ });
  await composer.fill(text);
  await composer.press('Enter');
  await main.getByRole('article').getByText(answer).first().waitFor({ timeout: PATIENCE_MS });
  await goTo(/^support/);
}

/** Subscribes a channel to summaries and opens the channel on the morning after a 90-minute outage. */
async function readSummary(
  { send, newest, page, act }: PictureVisit,
  title: RegExp,
  language: 'en' | 'es',
): Promise<void> {
  const operatorDown = { operator: 'Movistar', since: '2026-11-18T21:00:00Z', until: '2026-11-18T22:30:00Z' };
  await act({ kind: 'faults', faults: { operatorDown } });
  await send(`/sms-report subscribe #operations 09:00 ${language}`);
  await newest.getByText('09:00').first().waitFor({ timeout: PATIENCE_MS });
  await act({ kind: 'clock', at: '2026-11-19T12:00:00Z' });
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^operations/ })
    .click();
  await newest.getByRole('heading', { name: title }).waitFor({ timeout: PATIENCE_MS });
  await newest.getByRole('button', { name: /^1 reply/ }).waitFor({ timeout: PATIENCE_MS });
}

async function openHome(visit: PictureVisit, language: 'en' | 'es'): Promise<void> {
  const { send, newest, page } = visit;
  const patient = { timeout: PATIENCE_MS };
  const answered = (text: RegExp) => newest.getByText(text).first().waitFor(patient);
  await send(`/sms-report subscribe #operations 09:00 ${language}`);
  await answered(/09:00/);
  await send(WORKING);
  await answered(/(Delivered|Entregado)/);
  await goDown(visit, language);
  const address = new URL(page.url());
  address.searchParams.set('channel', `D0${address.searchParams.get('person')}`);
  address.searchParams.set('tab', 'home');
  await page.goto(address.href);
  const home = page.getByRole('tabpanel');
  await home
    .getByText(/(no one has it yet|nadie lo ha tomado)/)
    .first()
    .waitFor(patient);
  const [size, below] = await Promise.all([
    page.viewportSize(),
    home.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ]);
  if (size) await page.setViewportSize({ ...size, height: size.height + below });
}

/** Sets up a watch and takes an operator down, until two checks have detected the incident. */
async function goDown({ send, newest, page, act }: PictureVisit, language: 'en' | 'es'): Promise<void> {
  const patient = { timeout: PATIENCE_MS };
  const checked = async (time: string) => {
    for (let poll = 0; poll < MOST_POLLS; poll += 1) {
      await send('/sms-check watches');
      await newest.getByRole('heading', { name: /^(Channels with|Canales)/ }).waitFor(patient);
      if (/(Last check|Última revisión)[^;,]*/.exec(await newest.innerText())?.[0].includes(time)) return;
      await page.waitForTimeout(ASKED_EVERY_MS);
    }
    throw new Error('The traffic is not checked.');
  };
  await send(`/sms-check watch #operations normal America/Santiago ${language}`);
  await newest
    .getByText(/#operations/)
    .first()
    .waitFor(patient);
  await checked('15:20');
  await act({
    kind: 'faults',
    faults: { operatorDown: { operator: 'Entel', since: '2026-11-18T18:21:00Z' } },
  });
  for (const minute of ['26', '32']) {
    await act({ kind: 'clock', at: `2026-11-18T18:${minute}:00Z` });
    await checked(`15:${minute}`);
  }
}

/** Looks up a number of an operator with an open incident. */
async function lookUpDuringIncident(visit: PictureVisit, language: 'en' | 'es'): Promise<void> {
  const { send, newest } = visit;
  await goDown(visit, language);
  await send(WORKING);
  await newest
    .getByText(/Entel (has|probablemente|está)/)
    .first()
    .waitFor({ timeout: PATIENCE_MS });
}

/** Creates an incident, which another person acknowledges and snoozes, and opens the incident's thread. */
async function readIncident(visit: PictureVisit, language: 'en' | 'es'): Promise<void> {
  const { newest, page } = visit;
  const patient = { timeout: PATIENCE_MS };
  await goDown(visit, language);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^operations/ })
    .click();
  await newest
    .getByText(/^Entel: /)
    .first()
    .waitFor(patient);
  // The buttons are pressed in another person's page: the ephemeral answer must not be in the picture.
  const hers = await page.context().newPage();
  await hers.goto(new URL('/?person=U0MEI&channel=C0OPS', page.url()).href);
  const incident = hers.getByRole('main').getByRole('article').first();
  await incident.getByRole('button', { name: /^(Acknowledge|Lo tomo)$/ }).click(patient);
  await newest.getByText(/(has it|Lo tiene)/).waitFor(patient);
  await incident.getByRole('button', { name: 'More', exact: true }).click(patient);
  await incident.getByRole('button', { name: /^(Snooze|Posponer) 2 / }).click(patient);
  await newest.getByText(/(snoozed|pospuesto) /).waitFor(patient);
  await hers.close();
  await newest.getByRole('button', { name: /^\d repl/ }).click(patient);
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByText(/^Mei Tanaka (snoozed|lo pospuso)/).waitFor(patient);
}

/** Opens the details of an incident that mentions a person and is acknowledged; if `isOver`, also closed. */
async function readLife({ newest, page, act }: PictureVisit, { isOver }: { isOver: boolean }): Promise<void> {
  const patient = { timeout: PATIENCE_MS };
  const hers = await page.context().newPage();
  await hers.goto(new URL('/?person=U0MEI&channel=C0SUPPORT', page.url()).href);
  const composer = hers.getByRole('main').getByRole('combobox', { name: /#support/ });
  const answer = hers.getByRole('main').getByRole('article').last();
  const send = async (text: string) => {
    await composer.fill(text);
    await composer.press('Enter');
  };
  const checked = async (minute: number) => {
    const at = new Date(Date.parse(MOMENT) + minute * 60_000);
    await act({ kind: 'clock', at: at.toISOString() });
    const time = at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    for (let poll = 0; poll < MOST_POLLS; poll += 1) {
      await send('/sms-check watches');
      await answer.getByRole('heading', { name: /^Channels with/ }).waitFor(patient);
      if (/Last check[^;,]*/.exec(await answer.innerText())?.[0].includes(time)) return;
      await hers.waitForTimeout(ASKED_EVERY_MS);
    }
    throw new Error('The traffic is not checked.');
  };
  await send('/sms-check watch #operations normal America/Santiago en notify @on-call on recovery');
  await answer
    .getByText(/#operations/)
    .first()
    .waitFor(patient);
  await checked(0);
  const since = '2026-11-18T18:21:00Z';
  await act({ kind: 'faults', faults: { operatorDown: { operator: 'Entel', since } } });
  for (const minute of [6, 12]) await checked(minute);
  await page.goto(page.url().replace('C0SUPPORT', 'C0OPS'));
  const incident = page.getByRole('main').getByRole('article').first();
  await incident
    .getByText(/^Entel: /)
    .first()
    .waitFor(patient);
  if (!isOver) return hers.close();

  const there = await page.context().newPage();
  await there.goto(new URL('/?person=U0MEI&channel=C0OPS', page.url()).href);
  await there.getByRole('button', { name: 'Acknowledge' }).click(patient);
  await incident.getByText(/has it/).waitFor(patient);
  await act({
    kind: 'faults',
    faults: { operatorDown: { operator: 'Entel', since, until: '2026-11-18T18:33:00Z' } },
  });
  const closed = newest.getByText(/closed/);
  for (let minute = 18; (await closed.count()) === 0 && minute <= 78; minute += 6) await checked(minute);
  await closed.waitFor(patient);
  await there.close();
  await hers.close();
  await incident.getByRole('button', { name: /^(Details|Detalles)$/ }).click(patient);
  await newest.getByText(/^(History|Historial)$/).waitFor(patient);
}

type Outages = readonly { readonly operator: string; readonly since: string; readonly until?: string }[];

function onTheDay(time: string): string {
  return `2026-11-18T${time}:00Z`;
}

/** Watches a channel, and runs a check at some minutes after the time of the pictures, each with its outages. */
async function watchOutages(
  { page, act }: PictureVisit,
  checks: readonly (readonly [minute: number, outages: Outages])[],
): Promise<Locator> {
  const patient = { timeout: PATIENCE_MS };
  const hers = await page.context().newPage();
  await hers.goto(new URL('/?person=U0MEI&channel=C0SUPPORT', page.url()).href);
  const composer = hers.getByRole('main').getByRole('combobox', { name: /#support/ });
  const answer = hers.getByRole('main').getByRole('article').last();
  const send = async (text: string) => {
    await composer.fill(text);
    await composer.press('Enter');
  };
  await send('/sms-check watch #operations normal America/Santiago en notify @on-call');
  await answer
    .getByText(/#operations/)
    .first()
    .waitFor(patient);
  for (const [minute, operatorsDown] of checks) {
    await act({ kind: 'faults', faults: { operatorsDown } });
    const at = new Date(Date.parse(MOMENT) + minute * 60_000);
    await act({ kind: 'clock', at: at.toISOString() });
    const time = at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    for (let poll = 0; ; poll += 1) {
      if (poll === MOST_POLLS) throw new Error('The traffic is not checked.');
      await send('/sms-check watches');
      await answer.getByRole('heading', { name: /^Channels with/ }).waitFor(patient);
      if (/Last check[^;,]*/.exec(await answer.innerText())?.[0].includes(time)) break;
      await hers.waitForTimeout(ASKED_EVERY_MS);
    }
  }
  await hers.close();
  await page.goto(page.url().replace('C0SUPPORT', 'C0OPS'));
  return page.getByRole('main').getByRole('article').first();
}

/** Three operators whose outages overlap; the first works again. */
async function readOverlap(visit: PictureVisit): Promise<void> {
  const outages: Outages = [
    { operator: 'Entel', since: onTheDay('18:21'), until: onTheDay('18:40') },
    { operator: 'WOM', since: onTheDay('18:33') },
    { operator: 'Claro', since: onTheDay('18:39') },
  ];
  const minutes = [0, 6, 12, 18, 24, 30, 36, 42, 48];
  const incident = await watchOutages(
    visit,
    minutes.map((minute) => [minute, outages]),
  );
  await incident.getByText(/Entel: .*–/).waitFor({ timeout: PATIENCE_MS });
}

/** The same operator twice within two hours; if `isCorrected`, over, and counted again on the next day. */
async function readRelapse(visit: PictureVisit, { isCorrected }: { isCorrected: boolean }): Promise<void> {
  const first = { operator: 'Entel', since: onTheDay('18:21'), until: onTheDay('18:33') };
  const second = { operator: 'Entel', since: onTheDay('19:21') };
  const minutes = [0, 6, 12, 18, 24, 30, 36, 42, 60, 66, 72, 78];
  const checks = minutes.map((minute) => [minute, [first, second]] as const);
  const over = [first, { ...second, until: onTheDay('19:36') }];
  const later = [84, 90, 96, 102, 108, 114, 120].map((minute) => [minute, over] as const);
  const incident = await watchOutages(visit, isCorrected ? [...checks, ...later] : checks);
  const patient = { timeout: PATIENCE_MS };
  await incident.getByText(isCorrected ? /bad 2 times/ : /again since/).waitFor(patient);
  if (!isCorrected) return;
  await visit.act({ kind: 'clock', at: '2026-11-19T20:30:00Z' });
  await incident.getByText(/counted again/).waitFor(patient);
}

async function make(picture: Picture, browser: Browser): Promise<void> {
  const {
    name,
    window,
    person = 'U0ANA',
    hasControls = false,
    isChannelOnly = false,
    isFixed = false,
    take,
  } = picture;
  const log = createLog({ level: 'error', destination: process.stderr });
  const { url, warmUp, stop } = await startPlayground({ port: 0, log, pageFiles: createPageFiles });
  try {
    await warmUp();
    const act = async (wanted: unknown) => {
      await fetch(`${url}/actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
      });
    };
    await act({ kind: 'clock', at: MOMENT });
    const context = await browser.newContext({
      deviceScaleFactor: 2,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...window,
    });
    const page = await context.newPage();
    await page.goto(`${url}/?person=${person}&channel=C0SUPPORT`);
    const main = page.getByRole('main');
    const composer = main.getByRole('combobox', { name: /#support/ });
    const send = async (text: string) => {
      await composer.fill(text);
      await composer.press('Enter');
    };
    await composer.waitFor();
    if (!hasControls) {
      const open = page.getByRole('button', { name: 'Controls', expanded: true });
      if (await open.isVisible()) await open.click();
    }
    const newest = main.getByRole('article').last();
    await take({ page, composer, newest, send, act });
    await page.locator(':focus').evaluateAll((focused) => {
      for (const element of focused) element.blur();
    });
    await page.mouse.move(0, 0);
    if (!isFixed && (await newest.count()) > 0) await fitWindow(page, newest);
    const part = isChannelOnly ? main : page;
    // A round corner would show the page's background in the picture.
    if (isChannelOnly) await main.evaluate((element) => element.setAttribute('style', 'border-radius: 0'));
    const png = await part.screenshot({ animations: 'disabled', caret: 'hide' });
    await writeFile(new URL(`${name}.png`, import.meta.url), png);
    process.stdout.write(`${name}.png  ${Math.ceil(png.length / 1024)} KB\n`);
    await context.close();
  } finally {
    await stop();
  }
}

/** Fits the window's height to the newest message and the day's heading, so that neither is cut off. */
async function fitWindow(page: Page, newest: Locator): Promise<void> {
  const list = page.getByRole('main').getByRole('region', { name: /^Messages in / });
  const [day, answer, shown] = await Promise.all([
    list.getByRole('heading', { name: 'Today' }).boundingBox(),
    newest.boundingBox(),
    list.boundingBox(),
  ]);
  const size = page.viewportSize();
  if (!day || !answer || !shown || !size) throw new Error('There is no answer to be seen.');
  // The day's heading is sticky and covers content, so the answer must start below the heading.
  const top = Math.min(day.y, answer.y - day.height - MARGIN_PX / 2);
  const wantedPx = answer.y + answer.height - top + MARGIN_PX;
  await page.setViewportSize({ ...size, height: Math.ceil(size.height + wantedPx - shown.height) });
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByRole('button', { name: 'Newest messages' }).waitFor({ state: 'detached' });
}
