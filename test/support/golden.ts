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
import { expectAlike, isInSpanish, remainingLines, withoutIds } from './golden-languages.ts';
import { modalOf, type Reviewed, reviewedHome, reviewedMessage, reviewedModal } from './golden-text.ts';
import { expectBlocksWithinLimits, expectWithinLimits } from './views.ts';

const GOLDEN = join(import.meta.dirname, '../golden');
/** Folder for the blocks of chosen states. If set, nothing is compared. */
const { GOLDEN_BLOCKS } = process.env;
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };
const WIDTH = 100;
/** Families that never replace another message, so that the limit of updates does not apply. */
const NEVER_IN_PLACE = ['status-details', 'status-revealed'];
/** Section of the Spanish lines that no Spanish state has. */
const ELSEWHERE = 'said in other states';
const HEADING = /^(══ .+ · (?:English|Spanish) ═+)$/m;
const SAME = /^Same as (.+)\.$/;
/** A paragraph of an earlier state: its first line and the state. */
const AS_IN = /^(.+) … as in (.+)$/;
/** Fewest lines of a repeated paragraph that is written as a reference. */
const LONG_PARAGRAPH = 4;

/** A family of views and its golden file. */
export interface Golden {
  /** Compares a view with Slack's limits and with the golden file. */
  state(name: string, language: Language, view: View): void;
  plainState(name: string, language: Language, view: View): void;
  form(name: string, language: Language, form: Form): void;
  home(name: string, language: Language, blocks: readonly object[]): void;
}

/**
 * Opens the golden file of a family, `test/golden/<family>.txt`. Only one test file may use a family. Each state is
 * rendered in both languages, which are compared. The file has all states in English, chosen ones in Spanish without
 * ids, and at its end the remaining Spanish lines. A state that differs fails its test; a state in the file that no
 * test produces fails the suite. `npm run validate-blocks` sends the English blocks of states in `validated` to Slack.
 *
 * `vitest -u` rewrites the whole file after a full run, and only the produced states after a partial run.
 */
export function golden(family: string, validated: readonly string[] = []): Golden {
  const path = join(GOLDEN, `${family}.txt`);
  const stored = readSections(path);
  const produced = new Map<string, string>();
  const viewsByState = new Map<string, Map<Language, object>>();
  const others = new Map<string, string>();
  let isUpdating = false;
  let tests: readonly RunnerTask[] = [];

  function check(name: string, language: Language, { text, shown, sent }: Reviewed): void {
    isUpdating = expect.getState().snapshotState.snapshotUpdateState === 'all';
    const views = viewsByState.get(name) ?? new Map<Language, object>();
    if (views.has(language)) throw new Error(`${family} has the state ${name} in ${language} twice.`);
    if (HEADING.test(text)) throw new Error(`${family} has a heading within the state ${name}.`);
    viewsByState.set(name, views.set(language, sent));
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
    const section = language === 'es' ? withoutIds(family, name, text) : text;
    produced.set(heading, section);
    if (!isUpdating)
      expect(section, `${name} of ${family}, which vitest -u would write`).toBe(stored.get(heading));
  }

  beforeEach(({ task }) => {
    tests = task.file.tasks;
  });
  afterAll(() => {
    if (GOLDEN_BLOCKS !== undefined) return;
    const isWhole = tests.length > 0 && tests.every(hasPassed);
    const spanish = [...produced].flatMap(([heading, text]) =>
      heading.includes(LANGUAGES.es) ? [text] : [],
    );
    const elsewhere = remainingLines(spanish, others);
    if (isWhole && elsewhere.length > 0) produced.set(headingOf(ELSEWHERE, 'es'), elsewhere.join('\n'));
    if (isUpdating) writeFileSync(path, fileOf(isWhole ? produced : new Map([...stored, ...produced])));
    if (!isWhole) return;
    expect(fileOf(produced), `all of ${family}, which vitest -u would write`).toBe(contentOf(path));
    const known = [...viewsByState.keys()];
    expect(known, `states of ${family} to be validated`).toEqual(expect.arrayContaining([...validated]));
    for (const views of viewsByState.values())
      expect([...views.keys()], 'languages of each state').toHaveLength(2);
    expect(spanish, `${family} in Spanish`).not.toEqual([]);
  });

  return {
    state(name, language, view) {
      expectWithinLimits(view);
      if (!NEVER_IN_PLACE.includes(family)) expect(view.text.length).toBeLessThanOrEqual(limits.changedText);
      check(name, language, reviewedMessage(view));
    },
    plainState(name, language, { text, plain = [] }) {
      expectBlocksWithinLimits(plain, 'older_message');
      check(name, language, reviewedMessage({ text, blocks: plain }));
    },
    form(name, language, form) {
      const modal = modalOf(form, language);
      expect(viewFaults(modal)).toEqual([]);
      check(name, language, reviewedModal(modal));
    },
    home(name, language, blocks) {
      expect(viewFaults({ type: 'home', blocks }, 'home')).toEqual([]);
      check(name, language, reviewedHome(blocks as readonly KnownBlock[], language));
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

/** The sections of a golden file by heading. */
function readSections(path: string): Map<string, string> {
  const [, ...pieces] = (contentOf(path) ?? '').split(HEADING);
  const sections = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const [heading = '', section = ''] = pieces.slice(index, index + 2);
    // Removes the line break of the heading, and the final one with the empty line before the next section.
    const text = section.slice(1, index + 2 < pieces.length ? -2 : -1);
    const stateBefore = (state: string) =>
      sections.get([...sections.keys()].find((other) => isOf(other, state, heading)) ?? '');
    const [, twin = ''] = SAME.exec(text) ?? [];
    const whole = text.split('\n\n').map((paragraph) => {
      const [, first = '', state = ''] = AS_IN.exec(paragraph) ?? [];
      return paragraphOf(stateBefore(state), first) ?? paragraph;
    });
    sections.set(heading, stateBefore(twin) ?? whole.join('\n\n'));
  }
  return sections;
}

/** Whether a heading is that of a state in the language of another heading. */
function isOf(heading: string, state: string, other: string): boolean {
  return stateOf(heading) === `══ ${state}` && languageOf(heading) === languageOf(other);
}

function paragraphOf(section: string | undefined, firstLine: string): string | undefined {
  return section?.split('\n\n').find((paragraph) => paragraph.split('\n', 1)[0] === firstLine);
}

/**
 * A golden file: states in order of first use, with their languages. A repeated text is a reference to its state, and a
 * long paragraph too, so that a change of it is one change.
 */
function fileOf(sections: ReadonlyMap<string, string>): string {
  const headings = [...Map.groupBy(sections.keys(), stateOf).values()].flat();
  return headings
    .map((heading, at) => {
      const text = sections.get(heading) ?? '';
      const before = headings.slice(0, at).filter((other) => languageOf(other) === languageOf(heading));
      const nameOf = (twin: string) => stateOf(twin).replace('══ ', '');
      const twin = text.includes('\n') ? before.find((other) => sections.get(other) === text) : undefined;
      const paragraphs = text.split('\n\n').map((paragraph) => {
        const [first = '', ...rest] = paragraph.split('\n');
        if (rest.length + 1 < LONG_PARAGRAPH) return paragraph;
        const source = before.find((other) => paragraphOf(sections.get(other), first) === paragraph);
        return source === undefined ? paragraph : `${first} … as in ${nameOf(source)}`;
      });
      return `${heading}\n${twin === undefined ? paragraphs.join('\n\n') : `Same as ${nameOf(twin)}.`}\n`;
    })
    .join('\n');
}

function contentOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
