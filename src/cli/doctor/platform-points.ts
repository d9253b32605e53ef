import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { type InfoAuth, type ValidityTrial, type ValidityUnit, validityUnits } from '../../upstream/index.ts';
import { seconds } from './attempt.ts';
import { notTried, ok, type Result, wrong } from './diagnosis.ts';

/** Whether a look-up by day and reference wants the login token, and whether it gets it. */
export function infoAuthResult(setting: InfoAuth, isRefusedWithout: boolean | undefined): Result {
  if (isRefusedWithout === undefined) return notTried('the look-up failed otherwise');
  if (!isRefusedWithout) return ok(`${setting} fits: the look-up wants no token`);
  if (setting === 'never') return wrong('the look-up wants a token', 'set SMS_INFO_AUTH=always');
  const shorter = setting === 'auto' ? '; always would save one question a start' : '';
  return ok(`${setting} fits: the look-up wants a token${shorter}`);
}

/** A token that lives shorter or longer is hardly one. */
const SHORTEST_LIFE_MS = MINUTE_MS;
const LONGEST_LIFE_MS = 31 * DAY_MS;
/** Units are 60 times as long as the next, or more: clocks that differ do not matter. */
const TWICE = 2;

/** Whether the unit in which the OAuth host's validity is read fits what its token says, or what is likely at all. */
export function validityResult(setting: ValidityUnit, { inUnits, tokenLivesMs }: ValidityTrial): Result {
  if (validityUnits.every((unit) => inUnits[unit] === undefined))
    return ok('the host tells no validity: a token is used until it is refused');
  const isLikely = (unit: ValidityUnit) => {
    const ms = inUnits[unit];
    if (ms === undefined) return false;
    if (tokenLivesMs === undefined) return ms >= SHORTEST_LIFE_MS && ms <= LONGEST_LIFE_MS;
    return ms <= tokenLivesMs * TWICE && ms >= tokenLivesMs / TWICE;
  };
  const likely = validityUnits.filter(isLikely);
  const lives = tokenLivesMs === undefined ? '' : `; the token itself says ${seconds(tokenLivesMs)}`;
  const read = inUnits[setting];
  const reading = `${setting}, by which it is valid for ${read === undefined ? 'no time' : seconds(read)}${lives}`;
  if (likely.includes(setting)) return ok(`${reading}: fits`);
  if (likely.length === 0) return notTried(`${reading}: no unit fits, the earlier end counts`);
  const fitting = likely.map((unit) => `SMS_VALIDITY_UNIT=${unit}`).join(' or ');
  return wrong(`${reading}: does not fit`, `set ${fitting}`);
}
