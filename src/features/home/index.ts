import { valueWithin } from '../../runtime/timeouts.ts';
import type { Timings } from '../../runtime/timings.ts';
import { adviceView, refusalView } from '../../slack/blocks/advice-view.ts';
import { line, richText, view } from '../../slack/blocks/blocks.ts';
import { ALREADY_SHOWN, type AnswerButton } from '../../slack/listeners/context.ts';
import { REFRESH_HOME } from '../../slack/listeners/home.ts';
import type { Router } from '../../slack/listeners/router.ts';
import { DatabaseError } from '../../store/connection.ts';
import type { Preference } from '../../store/people/preferences.ts';
import { createStoredTraffic } from '../../traffic/stored-traffic.ts';
import type { Deps } from '../dependencies.ts';
import { PREFERENCES_FORM, preferencesForm, readPreferencesForm } from './form.ts';
import { type HomeTranslations, homeTranslations } from './locales/index.ts';
import { chartView } from './operators-view.ts';
import { readOverview } from './overview.ts';
import { homeView, interimView, lookUpBlocks, NUMBER_FIELD } from './view.ts';

function register(app: Router, deps: Deps): void {
  const router = app.withTranslations(homeTranslations);
  const { stores, settings, posting, runtime } = deps;
  const storedTraffic = storedTrafficOf(deps);

  const home = router.offline.home({
    load(context, note) {
      const { t, format, now, user } = context;
      const options = { t, format, ...settings };
      let overview: Awaited<ReturnType<typeof readOverview>> | undefined;
      const reading = readOverview(context, deps).then((read) => {
        overview = read;
        return read;
      });
      const all = Promise.all([reading, storedTraffic(now, user.timeZone)]);
      return {
        whole: withTimeout(all, runtime.timings).then(([read, traffic]) =>
          homeView({ ...read, traffic }, note, options),
        ),
        interimBlocks: () =>
          overview ? homeView({ ...overview, traffic: 'reading' }, undefined, options) : interimView(options),
      };
    },
    fallbackBlocks: ({ t }) => lookUpBlocks(t),
  });

  router.homeFields({
    command: '/sms-status',
    fieldId: NUMBER_FIELD,
    actionIds: [NUMBER_FIELD, 'home.look_up'],
  });
  router.homeFields({ command: '/sms-check', actionIds: ['home.check'] });
  router.homeFields({ command: '/sms-report', actionIds: ['home.report'] });

  router.offline.button(REFRESH_HOME, async (_, { user }) => {
    await home.show(user.id);
    return ALREADY_SHOWN;
  });
  router.offline.button('home.forget', async (_, { user, t }) => {
    await stores.recentLookups.remove(user.id);
    await home.show(user.id, t.home.forgotten);
    return ALREADY_SHOWN;
  });
  const sendChart: AnswerButton<HomeTranslations> = async (_, context) => {
    const { user, now, acts, t } = context;
    acts.note('reported');
    const charts = chartView(await storedTraffic(now, user.timeZone), context);
    if (!charts) return adviceView(t.home.noChart, t);
    const sent = await posting.post.toPerson(user.id, charts);
    return 'refused' in sent ? refusalView(sent, t) : view(richText(line(t.home.chartSent)));
  };
  router.offline.button('home.chart', sendChart, { isLimited: true });
  router.offline.button('home.preferences', async (_, { user, t }) => ({
    form: preferencesForm(await stores.preferences.find(user.id), t),
  }));
  router.offline.form<Preference>(PREFERENCES_FORM, {
    read: (fields, { t }) => readPreferencesForm(fields, t),
    async answer(chosen, { user }) {
      await stores.preferences.choose(user.id, chosen);
      await home.show(user.id);
      const t = homeTranslations(chosen.language ?? user.language);
      return view(richText(line(t.home.saved)));
    },
    controls: {},
  });
}

type ReadStoredTraffic = ReturnType<typeof createStoredTraffic>;

/** Reading ahead and the Home tab share what they have read. */
const readers = new WeakMap<Deps, ReadStoredTraffic>();

function storedTrafficOf(deps: Deps): ReadStoredTraffic {
  const { traffic, stores, settings } = deps;
  const { observations, incidents } = stores;
  const reader = readers.get(deps) ?? createStoredTraffic({ traffic, observations, incidents, ...settings });
  readers.set(deps, reader);
  return reader;
}

/** Limits how long Home waits for the database, because the database client's timeout is much longer. */
async function withTimeout<T extends object>(reading: Promise<T>, { homeTimeoutMs }: Timings): Promise<T> {
  const result = await valueWithin(homeTimeoutMs, reading, () => undefined);
  if (result) return result;
  throw new DatabaseError('The database did not answer in time', { code: 'interrupted' });
}

export const home = {
  commands: [] as readonly string[],
  events: ['app_home_opened'],
  scopes: ['chat:write'],
  register,
  async readAhead(deps: Deps): Promise<void> {
    await storedTrafficOf(deps)(deps.runtime.now(), deps.settings.defaults.zone);
  },
} as const;
