/** File names allowed in the folder of every feature; `docs/glossary.md` explains each name. */
const EVERYWHERE = [
  'index',
  'input',
  'form',
  'model',
  'view',
  'csv',
  'job',
  'actions',
  'shortcut',
  'mention',
  'share',
  'step',
];

/** Further file names allowed in one folder of `src/features`, by folder. */
const IN_ONE_FOLDER: Readonly<Record<string, readonly string[]>> = {
  audit: [],
  home: ['overview', 'operators-view'],
  status: [
    'lookup',
    'lookup-each',
    'surroundings',
    'verdict-text',
    'number-text',
    'trouble-text',
    'details-view',
  ],
  'status/follow': [],
  'status/message': [],
  'status/problem': ['suggestions'],
  'status/shortcut': [],
  'status/ticket': [],
  'status/tracking': ['track'],
  report: ['aggregate', 'same-age', 'changes-text', 'problem-view'],
  summaries: [
    'subscribe',
    'summarize',
    'publish',
    'correct',
    'details',
    'attention',
    'attention-view',
    'subscription-view',
  ],
  check: ['check', 'subjects', 'newest', 'advice', 'figures-text', 'operator-view', 'details-view', 'chart'],
  'check/rehearsal': ['rehearse'],
  watches: ['notify'],
  'watches/incident': [
    'monitor',
    'correct',
    'headline',
    'examples',
    'publish',
    'details-view',
    'escalation',
    'escalation-view',
    'snooze',
  ],
};

/** Whether a feature's file has an allowed name. Files with translations may have any name. */
export function isInVocabulary(path: string): boolean {
  const [, folder = '', name = ''] = /^src\/features\/(.+)\/([^/]+)\.ts$/.exec(path) ?? [];
  if (folder.endsWith('/locales')) return true;
  const own = IN_ONE_FOLDER[folder];
  return own !== undefined && (EVERYWHERE.includes(name) || own.includes(name));
}

/** Words of earlier versions, since replaced by standard terms: forbidden in names of files and exports. */
export const RETIRED = [
  'aside',
  'asker',
  'attend',
  'bring',
  'cast',
  'desk',
  'doer',
  'doubt',
  'fitting',
  'gist',
  'happenings',
  'keeping',
  'knowledge',
  'leaving',
  'paced',
  'quiet',
  'rollup',
  'sight',
  'settling',
  'sky',
  'standing',
  'turn',
  'untrusted',
  'usual',
  'waited',
  'weather',
];

/** Splits a name into words: `openIncidents` and `open-incidents` are both `open`, `incidents`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
