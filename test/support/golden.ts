import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownBlock } from '@slack/types';
import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest';
import type { Language } from '../../src/i18n/index.ts';
import { viewFaults } from '../../src/playground/modals/view.ts';
import type { View } from '../../src/slack/blocks/blocks.ts';
import { limits } from '../../src/slack/blocks/text.ts';
import type { Form } from '../../src/slack/forms/modal.ts';
import { modalOf, type Reviewed, reviewedHome, reviewedMessage, reviewedModal } from './golden-text.ts';
import { expectBlocksWithinLimits, expectWithinLimits } from './views.ts';

const GOLDEN = join(import.meta.dirname, '../golden');
const BLOCKS = join(GOLDEN, 'blocks');
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };
const WIDTH = 100;
/** Families of which no message is made of another one. */
const NEVER_IN_PLACE = ['status-details', 'status-revealed'];
const HEADING = /^(══ .+ · (?:English|Spanish) ═+)$/m;

/** A family of views, and the file that says what a person sees of each of its states. */
export interface Golden {
  /** Holds a view against Slack's limits, and against what the family's file says of this state. */
  state(name: string, language: Language, view: View): void;
  /** Holds what is sent in place of newer blocks against the same. */
  plainState(name: string, language: Language, view: View): void;
  /** Holds a modal against the same. */
  form(name: string, language: Language, form: Form): void;
  /** Holds what stands on a person's Home against the same. */
  home(name: string, language: Language, blocks: readonly object[]): void;
}

/**
 * Opens the golden file of a family, `test/golden/<family>.txt`, for the test file that calls this; no other may name
 * the same family. A state that differs fails where it is made. When all tests of the file have passed, a state that
 * the file has and no test made any more fails too. Of the states in `pasted` there is, in English, also a file
 * `test/golden/blocks/<family>.<state>.json` for Block Kit Builder.
 *
 * `vitest -u` writes: all of it after a whole run, and after a run of some tests only the states that these made.
 */
export function golden(family: string, pasted: readonly string[] = []): Golden {
  const path = join(GOLDEN, `${family}.txt`);
  const held = readSections(path);
  const seen = new Map<string, string>();
  const blocks = new Map<string, string>();
  let isUpdating = false;
  let tests: readonly RunnerTask[] = [];

  function hold(name: string, language: Language, reviewed: Reviewed): void {
    isUpdating = expect.getState().snapshotState.snapshotUpdateState === 'all';
    const heading = headingOf(name, language);
    if (seen.has(heading)) throw new Error(`${family} has the state ${name} in ${language} twice.`);
    if (HEADING.test(reviewed.text)) throw new Error(`${family} has a heading within the state ${name}.`);
    seen.set(heading, reviewed.text);
    const isPasted = language === 'en' && pasted.includes(name);
    const json = blockFile(family, name);
    if (isPasted) blocks.set(json, reviewed.json);
    if (isUpdating) return;
    const hint = `${name} of ${family}, which vitest -u would write`;
    expect(reviewed.text, hint).toBe(held.get(heading));
    if (isPasted) expect(reviewed.json, hint).toBe(contentOf(json));
  }

  beforeEach(({ task }) => {
    tests = task.file.tasks;
  });
  afterAll(() => {
    const isWhole = tests.length > 0 && tests.every(hasPassed);
    if (isUpdating) {
      mkdirSync(BLOCKS, { recursive: true });
      writeFileSync(path, fileOf(isWhole ? seen : new Map([...held, ...seen])));
      for (const [json, content] of blocks) writeFileSync(json, content);
      for (const json of isWhole ? blockFilesOf(family) : []) if (!blocks.has(json)) rmSync(json);
    }
    if (!isWhole) return;
    const hint = `all of ${family}, which vitest -u would write`;
    expect(fileOf(seen), hint).toBe(contentOf(path));
    expect([...blocks.keys()].toSorted(), hint).toEqual(blockFilesOf(family));
    expect(blocks.size, `states of ${family} to be pasted`).toBe(pasted.length);
    for (const headings of Map.groupBy(seen.keys(), stateOf).values()) {
      expect(headings, 'each state in each language').toHaveLength(Object.keys(LANGUAGES).length);
    }
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

function hasPassed(task: RunnerTask): boolean {
  return task.type === 'suite' ? task.tasks.every(hasPassed) : task.result?.state === 'pass';
}

function headingOf(name: string, language: Language): string {
  return `══ ${name} · ${LANGUAGES[language]} `.padEnd(WIDTH, '═');
}

function stateOf(heading: string): string | undefined {
  return heading.split(' · ')[0];
}

/** The sections of a family's file by their headings. */
function readSections(path: string): Map<string, string> {
  const [, ...pieces] = (contentOf(path) ?? '').split(HEADING);
  const sections = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const [heading = '', section = ''] = pieces.slice(index, index + 2);
    // Before it stands the end of its heading's line; after it that of its own, and an empty line unless it is the last.
    sections.set(heading, section.slice(1, index + 2 < pieces.length ? -2 : -1));
  }
  return sections;
}

/** A family's file: its states in the order in which they were first made, each in one language after the other. */
function fileOf(sections: ReadonlyMap<string, string>): string {
  const states = Map.groupBy(sections.keys(), stateOf).values();
  return [...states]
    .flat()
    .map((heading) => `${heading}\n${sections.get(heading)}\n`)
    .join('\n');
}

function blockFile(family: string, name: string): string {
  return join(BLOCKS, `${family}.${name}.json`);
}

function blockFilesOf(family: string): string[] {
  const names = readdirSync(BLOCKS).filter((name) => name.startsWith(`${family}.`));
  return names.map((name) => join(BLOCKS, name)).toSorted();
}

function contentOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
