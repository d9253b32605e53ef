import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';

/** What the app says of itself in its manifest, and the ways to ask it. */
export function About() {
  const { state } = usePage();
  const { name, description, shortcuts, steps } = state.bot;
  const ways = [
    ...state.commands.map(({ command, description: about }) => ({ way: command, about })),
    ...shortcuts.map(({ name: way, type, description: about }) => ({
      way,
      about: `${t.app.shortcuts[type]}: ${about}`,
    })),
    ...steps.map(({ title: way, description: about }) => ({ way, about: `${t.step.kind}: ${about}` })),
  ];
  return (
    <div className="app-panel">
      <div className="app-about">
        <h2>{name}</h2>
        <p>{description}</p>
        <h3>{t.app.ways}</h3>
        <dl>
          {ways.map(({ way, about }) => (
            <div key={way}>
              <dt>{way}</dt>
              <dd className="quiet small">{about}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
