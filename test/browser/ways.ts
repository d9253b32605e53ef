import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { t } from '../../tools/playground/page/texts.ts';
import { type Playground, startTestPlayground, type VisitOptions, type Visitor } from './a-playground.ts';

/** How a person uses the page: the language of the bot, the size of the window and the input device. */
interface Way {
  readonly language: 'en' | 'es';
  readonly window: 'wide' | 'narrow';
  readonly by: 'mouse' | 'touch' | 'keyboard';
}

/** Combinations that contain each language, window and input device. */
const ways: readonly Way[] = [
  { language: 'en', window: 'wide', by: 'mouse' },
  { language: 'es', window: 'narrow', by: 'touch' },
  { language: 'es', window: 'wide', by: 'keyboard' },
  { language: 'en', window: 'narrow', by: 'keyboard' },
];

const WIDTHS = { wide: 1280, narrow: 390 };
/** Upper limit of the tab stops of the page. */
const MOST_STOPS = 150;

export interface Story extends Visitor {
  readonly playground: Playground;
  /** The texts of the page itself. */
  readonly t: typeof t;
  readonly language: 'en' | 'es';
  /** One of two texts, by the language. */
  say<T>(english: T, spanish: T): T;
  /** Presses something with the input device. */
  use(target: Locator): Promise<void>;
  /** Goes to a text box, puts a text into it and presses Enter. */
  enter(box: Locator, text: string): Promise<void>;
  /** Chooses a tab of the bot's page, with the arrow keys when there is no pointer. */
  openTab(name: string): Promise<void>;
  /** Goes to a conversation by the sidebar, and opens the sidebar if needed. */
  goToChannel(name: string): Promise<void>;
  /** Another person continues in the same window. */
  handOver(person: string): Promise<void>;
  /** Expects that nothing is wider than the window. */
  expectInWindow(): Promise<void>;
}

export function story(name: string, tell: (story: Story) => Promise<void>, options: VisitOptions = {}): void {
  test.each(ways.map((way) => [`${way.language}, ${way.window}, by ${way.by}`, way] as const))(
    `${name}: %s`,
    async (_name, way) => {
      const playground = await startTestPlayground();
      await tell(await begin(playground, way, options));
    },
  );
}

async function begin(playground: Playground, way: Way, options: VisitOptions): Promise<Story> {
  const { language, window, by } = way;
  const width = WIDTHS[window];
  const isTouch = by === 'touch';
  const visitor = await playground.visit({
    person: language === 'es' ? 'U0LUIS' : 'U0ANA',
    channel: 'C0SUPPORT',
    viewport: { width, height: 844 },
    hasTouch: isTouch,
    isMobile: isTouch,
    ...options,
  });
  const { page } = visitor;
  const use = async (target: Locator) => {
    await target.waitFor();
    if (by === 'mouse') return target.click();
    if (by === 'touch') return target.tap();
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  return {
    ...visitor,
    playground,
    t,
    language,
    use,
    say: (english, spanish) => (language === 'es' ? spanish : english),
    async enter(box, text) {
      if (by === 'keyboard') {
        await box.waitFor();
        await tabTo(page, box);
        await page.keyboard.type(text);
      } else await box.fill(text);
      await page.keyboard.press('Enter');
    },
    async openTab(name) {
      const tab = page.getByRole('tab', { name, exact: true });
      if (by !== 'keyboard') return use(tab);
      await tabTo(page, page.getByRole('tab', { selected: true }));
      for (const _ of await page.getByRole('tab').all()) {
        if ((await tab.getAttribute('aria-selected')) === 'true') return;
        await page.keyboard.press('ArrowLeft');
      }
      await tab.and(page.getByRole('tab', { selected: true })).waitFor();
    },
    async goToChannel(name) {
      if (window === 'narrow') await use(page.getByRole('button', { name: t.sidebar.open }));
      await use(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) }));
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    async handOver(person) {
      if (window === 'narrow') await use(page.getByRole('button', { name: t.sidebar.open }));
      await use(page.getByRole('button', { name: /^You are / }));
      const people = page.getByRole('dialog', { name: t.sidebar.person });
      await use(people.getByRole('button', { name: new RegExp(`^${person}`) }));
      await page.getByRole('button', { name: new RegExp(`^You are ${person}`) }).waitFor();
      if (window === 'narrow') await page.keyboard.press('Escape');
    },
    async expectInWindow() {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const wide = await page
        .locator('.app-panel, .form-body, .messages, dialog[open], [popover]:popover-open')
        .evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className),
        );
      expect(wide).toEqual([]);
    },
  };
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_STOPS} times Tab do not lead to ${target}.`);
}
