import type { Translations } from '../../i18n/index.ts';
import { accessAdvice, adviceView, groupAdvice } from '../blocks/advice-view.ts';
import { actions, button, type View } from '../blocks/blocks.ts';
import { focused, textInput } from '../forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../forms/modal.ts';
import type { Access } from './access.ts';
import type { BackgroundAnswer, RequestContext } from './context.ts';
import type { Listeners } from './router.ts';

const SHORTEST_REASON = 5;
const LONGEST_REASON = 200;

/** Shows unmasked data: a button opens a form that asks for the reason; only the asker sees the answer. */
interface Reveal<Subject, T extends Translations> {
  readonly actionId: string;
  readonly formId: string;
  readonly open: (value: string) => Subject | undefined;
  /** The subject's telephone numbers (MSISDNs) for the audit, as far as they are known before the answer. */
  readonly numbersIn: (subject: Subject) => readonly string[];
  /** Creates the unmasked answer, after the access check; `undefined` if the subject no longer exists. */
  readonly answer: (
    subject: Subject,
    context: RequestContext<T>,
  ) => Promise<View | BackgroundAnswer | undefined>;
}

interface RevealDeps {
  readonly slack: { readonly access: Pick<Access, 'mayReveal'> };
  readonly settings: { readonly supportContact?: string };
}

/** Registers button and form. Click and submission both check whether the person may see unmasked data. */
export function registerReveal<Subject, T extends Translations>(
  router: Listeners<T>,
  { actionId, formId, open, numbersIn, answer }: Reveal<Subject, T>,
  deps: RevealDeps,
): void {
  router.button(actionId, async (value, context) => {
    const subject = open(value);
    if (subject === undefined) return undefined;
    const refused = await revealRefusalView(context, deps, 'before');
    if (!refused) return { form: revealForm(formId, value, context.t) };
    context.acts.note('revealed', { numbers: numbersIn(subject) });
    return { ephemeral: refused };
  });
  router.form<RevealRequest>(formId, {
    read: readRevealForm,
    async answer({ reason, value }, context) {
      const { acts, t } = context;
      const subject = open(value);
      acts.note('revealed', { reason, numbers: subject === undefined ? [] : numbersIn(subject) });
      const refused = await revealRefusalView(context, deps, 'now');
      const answered = refused || subject === undefined ? undefined : await answer(subject, context);
      if (answered) return 'finish' in answered ? answered : { ephemeral: answered };
      if (!refused) acts.failed('gone');
      return { ephemeral: refused ?? adviceView(t.refusals.staleButton, t) };
    },
    controls: {},
  });
}

export function revealActions(actionId: string, label: string, value: string) {
  return actions(actionId, button(actionId, label, value));
}

export async function revealRefusalView(
  { user, acts, t }: Pick<RequestContext, 'user' | 'acts' | 't'>,
  { slack: { access }, settings: { supportContact } }: RevealDeps,
  check: 'before' | 'now',
): Promise<View | undefined> {
  const may = await access.mayReveal(user, check);
  if (may === true) return undefined;
  acts.refused(may === undefined ? 'unverified' : 'reveal');
  const advice =
    may === undefined
      ? accessAdvice({ refusal: 'unverified', because: 'REVEAL_USERGROUPS' }, t)
      : groupAdvice(t.reveal.refused, t, supportContact);
  return adviceView(advice, t);
}

interface RevealRequest {
  readonly reason: string;
  readonly value: string;
}

export function revealForm(callbackId: string, value: string, t: Translations): Form {
  const { title, submit, reason, reasonHint } = t.reveal;
  const field = textInput('reason', reason, undefined, { hint: reasonHint, longest: LONGEST_REASON });
  return { callbackId, title, submit, close: t.fields.close, about: value, blocks: [focused(field)] };
}

function readRevealForm(
  { reason = '' }: Fields,
  { t, about = '' }: FormContext,
): { readonly request: RevealRequest } | { readonly errors: FieldErrors } {
  const given = reason.trim();
  const length = [...given].length;
  if (length < SHORTEST_REASON || length > LONGEST_REASON)
    return { errors: { reason: t.reveal.badReason(SHORTEST_REASON, LONGEST_REASON) } };
  return { request: { reason: given, value: about } };
}
