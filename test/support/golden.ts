import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownBlock } from '@slack/types';
import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest';
import type { Language } from '../../src/i18n/index.ts';
import type { View } from '../../src/slack/blocks/blocks.ts';
import { limits } from '../../src/slack/blocks/text.ts';
import type { Form } from '../../src/slack/forms/modal.ts';
import { viewFaults } from '../../tools/fake-slack/modals/view.ts';
import { budgetFaults } from './golden-budgets.ts';
import { expectAlike, isInSpanish, linesSaidElsewhere, withoutIds } from './golden-languages.ts';
import { modalOf, type Reviewed, reviewedHome, reviewedMessage, reviewedModal } from './golden-text.ts';
import { expectBlocksWithinLimits, expectWithinLimits } from './views.ts';

const GOLDEN = join(import.meta.dirname, '../golden');
/** Where to write the blocks of chosen states; nothing is compared then. */
const { GOLDEN_BLOCKS } = process.env;
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };
const WIDTH = 100;
/** Families of which no message is made of another one. */
const NEVER_IN_PLACE = ['status-details', 'status-revealed'];
/** Under which stands what is said in no Spanish state above. */
const ELSEWHERE = 'said in other states';
const HEADING = /^(══ .+ · (?:English|Spanish) ═+)$/m;
const SAME = /^Same as (.+)\.$/;

/** A family of views, and the file that says what a person sees of each of its states. */
export interface Golden {
  /** Holds a view against Slack's limits, and against what the family's file says of this state. */
  state(name: string, language: Language, view: View): void;
  plainState(name: string, language: Language, view: View): void;
  form(name: string, language: Language, form: Form): void;
  home(name: string, language: Language, blocks: readonly object[]): void;
}

/**
 * Opens the golden file of a family, `test/golden/<family>.txt`, for the test file that calls this; no other may name
 * the same family. Each state is made in both languages, which are held against each other; English stands in the file,
 * Spanish of chosen states without its ids, and at its end what the others say in Spanish beside that. A state that differs fails where it is made. When all tests of the file have passed, a state
 * that the file has and no test made any more fails too. The blocks of the states in `validated` go to Slack, in English:
 * `npm run validate-blocks`.
 *
 * `vitest -u` writes: all of it after a whole run, and after a run of some tests only the states that these made.
 */
export function golden(family: string, validated: readonly string[] = []): Golden {
  const path = join(GOLDEN, `${family}.txt`);
  const held = readSections(path);
  const seen = new Map<string, string>();
  const made = new Map<string, Map<Language, object>>();
  const others = new Map<string, string>();
  let isUpdating = false;
  let tests: readonly RunnerTask[] = [];

  function hold(name: string, language: Language, { text, shown, sent }: Reviewed): void {
    isUpdating = expect.getState().snapshotState.snapshotUpdateState === 'all';
    const views = made.get(name) ?? new Map<Language, object>();
    if (views.has(language)) throw new Error(`${family} has the state ${name} in ${language} twice.`);
    if (HEADING.test(text)) throw new Error(`${family} has a heading within the state ${name}.`);
    made.set(name, views.set(language, sent));
    if (GOLDEN_BLOCKS !== undefined) {
      if (language === 'en' && validated.includes(name)) writeBlocks(`${family}.${name}`, sent);
      return;
    }
    expect(budgetFaults(family, language, shown), `${name} of ${family} at a glance`).toEqual([]);
    expectAlike(family, name, views);
    if (language === 'es' && !isInSpanish(family, name, shown)) {
      others.set(name, shown);
      return;
    }
    const heading = headingOf(name, language);
    const standing = language === 'es' ? withoutIds(family, name, text) : text;
    seen.set(heading, standing);
    if (!isUpdating)
      expect(standing, `${name} of ${family}, which vitest -u would write`).toBe(held.get(heading));
  }

  beforeEach(({ task }) => {
    tests = task.file.tasks;
  });
  afterAll(() => {
    if (GOLDEN_BLOCKS !== undefined) return;
    const isWhole = tests.length > 0 && tests.every(hasPassed);
    const spanish = [...seen].flatMap(([heading, text]) => (heading.includes(LANGUAGES.es) ? [text] : []));
    const elsewhere = linesSaidElsewhere(spanish, others);
    if (isWhole && elsewhere.length > 0) seen.set(headingOf(ELSEWHERE, 'es'), elsewhere.join('\n'));
    if (isUpdating) writeFileSync(path, fileOf(isWhole ? seen : new Map([...held, ...seen])));
    if (!isWhole) return;
    expect(fileOf(seen), `all of ${family}, which vitest -u would write`).toBe(contentOf(path));
    const known = [...made.keys()];
    expect(known, `states of ${family} to be validated`).toEqual(expect.arrayContaining([...validated]));
    for (const views of made.values()) expect([...views.keys()], 'languages of each state').toHaveLength(2);
    expect(spanish, `${family} in Spanish`).not.toEqual([]);
  });

  return {
    state(name, language, view) {
      expectWithinLimits(view);
      if (!NEVER_IN_PLACE.includes(family)) expect(view.text.length).toBeLessThanOrEqual(limits.changedText);
      hold(name, language, reviewedMessage(view));
    },
    plainState(name, language, { text, plain = [] }) {
      expectBlocksWithinLimits(plain, 'older_message');
      hold(name, language, reviewedMessage({ text, blocks: plain }));
    },
    form(name, language, form) {
      const modal = modalOf(form, language);
      expect(viewFaults(modal)).toEqual([]);
      hold(name, language, reviewedModal(modal));
    },
    home(name, language, blocks) {
      expect(viewFaults({ type: 'home', blocks }, 'home')).toEqual([]);
      hold(name, language, reviewedHome(blocks as readonly KnownBlock[], language));
    },
  };
}

function writeBlocks(name: string, sent: object): void {
  writeFileSync(join(GOLDEN_BLOCKS ?? '', `${name}.json`), JSON.stringify(sent, null, 2));
}

function hasPassed(task: RunnerTask): boolean {
  return task.type === 'suite' ? task.tasks.every(hasPassed) : task.result?.state === 'pass';
}

function headingOf(name: string, language: Language): string {
  return `══ ${name} · ${LANGUAGES[language]} `.padEnd(WIDTH, '═');
}

function stateOf(heading: string): string {
  return heading.split(' · ')[0] ?? '';
}

function languageOf(heading: string): string | undefined {
  return heading.split(' · ').at(-1)?.replace(/ ═+$/, '');
}

/** The sections of a family's file by their headings. */
function readSections(path: string): Map<string, string> {
  const [, ...pieces] = (contentOf(path) ?? '').split(HEADING);
  const sections = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const [heading = '', section = ''] = pieces.slice(index, index + 2);
    // Before it stands the end of its heading's line; after it that of its own, and an empty line unless it is the last.
    const text = section.slice(1, index + 2 < pieces.length ? -2 : -1);
    const [, twin] = SAME.exec(text) ?? [];
    const isTwin = (other: string) =>
      stateOf(other) === `══ ${twin}` && languageOf(other) === languageOf(heading);
    sections.set(heading, sections.get([...sections.keys()].find(isTwin) ?? '') ?? text);
  }
  return sections;
}

/**
 * A family's file: its states in the order in which they were first made, each in one language after the other. One that
 * says the same as another before it stands as that one's name.
 */
function fileOf(sections: ReadonlyMap<string, string>): string {
  const headings = [...Map.groupBy(sections.keys(), stateOf).values()].flat();
  return headings
    .map((heading, at) => {
      const text = sections.get(heading) ?? '';
      const isTwin = (other: string) =>
        sections.get(other) === text && languageOf(other) === languageOf(heading);
      const twin = text.includes('\n') ? headings.slice(0, at).find(isTwin) : undefined;
      return `${heading}\n${twin === undefined ? text : `Same as ${stateOf(twin).replace('══ ', '')}.`}\n`;
    })
    .join('\n');
}

function contentOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
