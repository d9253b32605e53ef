import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';

const TINTS = ['#a8434f', '#2b6f77', '#6a4c93', '#8a5a13', '#35618e', '#4a6b2a'];
const GREY = '#56606b';

/** An author's picture: the bot's logo, or a person's initials. Hidden from screen readers. */
export function Avatar({ author, size }: { readonly author: string; readonly size: number }) {
  const { people } = usePage().state;
  const style = { width: size, height: size, fontSize: size * 0.4 };
  if (author === 'bot') {
    return <img className="avatar" src="/mark.svg" alt="" width={size} height={size} style={style} />;
  }
  const index = people.findIndex((one) => one.id === author);
  const person = people[index];
  const background = TINTS[index % TINTS.length] ?? GREY;
  return (
    <span className="avatar" style={{ ...style, background }} aria-hidden="true">
      {person === undefined ? <Icon name="robot" size={size * 0.6} /> : initialsOf(person.name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  return `${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toLocaleUpperCase();
}
