import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { en } from '../../src/i18n/locales/en.ts';
import { es } from '../../src/i18n/locales/es.ts';
import type { UserAction } from '../../tools/playground/page/contract.ts';
import { createPageFiles } from '../../tools/playground/server/page-files.ts';
import { startPlayground } from '../../tools/playground/server/playground.ts';
import { launchBrowser } from '../support/browser.ts';
import { recordLog } from '../support/log.ts';
import { emptyDatabase } from '../support/store.ts';
import { builtPageFiles } from './built-page.ts';

/** A playground with its page. */
export interface Playground {
  readonly url: string;
  /** Performs an action of the page without the page. */
  act(act: UserAction): Promise<void>;
  visit(options?: VisitOptions): Promise<Visitor>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Person and channel of the address; without them, the page chooses. */
  readonly person?: string;
  readonly channel?: string;
  /** Evaluated in the page before its own scripts. */
  readonly script?: string;
}

/** A person in their own window, without stored state. */
export interface Visitor {
  readonly page: Page;
  readonly composer: Locator;
  /** What the open channel shows. */
  readonly messages: Locator;
  /** Its messages without progress messages, which may appear on a busy machine. */
  readonly finalMessages: Locator;
  /** The last of them. */
  readonly newest: Locator;
  readonly form: Locator;
  /** Types into the message box and presses Enter. */
  send(text: string): Promise<void>;
  /** Goes to a channel by the sidebar. */
  goTo(channel: string): Promise<void>;
  become(person: string): Promise<void>;
  /** The control strip, opened where it is not. */
  openControls(): Promise<Locator>;
}

/** 15:20 in Santiago on a Wednesday. */
const WEDNESDAY = '2026-11-18T18:20:00Z';

/** A busy machine shows a page late. */
const PATIENCE_MS = 60_000;

// All test files of a process share these; they end with the process.
let browser: Promise<Browser> | undefined;
let shared: Promise<{ readonly url: string }> | undefined;

/** A playground in its initial state, with an open database, on that Wednesday. */
export async function startTestPlayground(): Promise<Playground> {
  const isFirst = shared === undefined;
  shared ??= startPlayground({
    port: 0,
    log: recordLog().log,
    pageFiles: async () => builtPageFiles(inject('pageFolder')),
    database: emptyDatabase,
    // On a busy machine a progress message would replace a message, and its buttons would lose the focus.
    timings: { workingAfterMs: PATIENCE_MS },
  });
  const playground = playgroundAt((await shared).url);
  if (!isFirst) await playground.act({ kind: 'reset' });
  await playground.act({ kind: 'clock', at: WEDNESDAY });
  return playground;
}

/** A playground for one test, with the page as `npm run playground` serves it. It stops with the test. */
export async function startOwnPlayground(port = 0): Promise<Playground & { stop(): Promise<void> }> {
  const { url, stop } = await startPlayground({ port, log: recordLog().log, pageFiles: createPageFiles });
  onTestFinished(stop);
  const playground = playgroundAt(url);
  await playground.act({ kind: 'clock', at: WEDNESDAY });
  return { ...playground, stop };
}

function playgroundAt(url: string): Playground {
  return {
    url,
    async act(wanted) {
      const response = await fetch(`${url}/actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
      });
      expect(await response.json()).toEqual({ ok: true });
    },
    visit: (options = {}) => visit(url, options),
  };
}

/** Chooses an entry of a message's menu “…”. */
export async function choose(message: Locator, entry: string): Promise<void> {
  await message
    .getByRole('button', { name: 'More', exact: true })
    .last()
    // Not by a click: the button to the newest messages may cover it.
    .press('Enter');
  await message.getByRole('button', { name: entry, exact: true }).press('Enter');
}

async function visit(url: string, options: VisitOptions): Promise<Visitor> {
  const { person, channel, script, ...contextOptions } = options;
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    // Tests do not wait for animations.
    reducedMotion: 'reduce',
    ...contextOptions,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (script !== undefined) await context.addInitScript({ content: script });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) problems.push(line.text());
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(await describe(page, task.name));
    await context.close();
    expect(problems.filter((one) => !one.includes('net::ERR_'))).toEqual([]);
  });

  const place = new URLSearchParams({ ...(person && { person }), ...(channel && { channel }) });
  await page.goto(`${url}/?${place}`);
  const main = page.getByRole('main');
  const composer = main.getByRole('combobox', { name: /^Message to / });
  const messages = main.getByRole('region', { name: /^Messages in / });
  const spoken = messages
    .getByRole('article', { name: /, \d/ })
    .filter({ hasNotText: en.asking })
    .filter({ hasNotText: en.working })
    .filter({ hasNotText: es.asking })
    .filter({ hasNotText: es.working });
  await composer.waitFor();
  return {
    page,
    composer,
    messages,
    finalMessages: spoken,
    newest: spoken.last(),
    form: page.getByRole('dialog', { name: /^(Look up a message|¿Qué pasó con el SMS)/ }),
    async send(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    async goTo(name) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    async become(name) {
      await page.getByRole('button', { name: /^You are / }).click();
      const people = page.getByRole('dialog', { name: 'Who you are' });
      await people.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('button', { name: new RegExp(`^You are ${name}`) }).waitFor();
    },
    async openControls() {
      const closed = page.getByRole('button', { name: 'Controls', expanded: false });
      if (await closed.isVisible()) await closed.click();
      return page.getByRole('region', { name: /^Controls of / });
    },
  };
}

/** The visible page when a test fails. */
async function describe(page: Page, test: string): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot().catch(String);
  return `\nThe page at the end of "${test}":\n${seen}\n`;
}
