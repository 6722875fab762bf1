import type { ChosenReason } from '@shop/language/api/chosen-reason'

/** TABLE: the reasons to choose from, in this order. */
export const reasonWords: Readonly<Record<ChosenReason, string>> = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  quality: 'Quality',
  late: 'Late',
  'changed-mind': 'Change of mind',
  other: 'Other',
}

/** Undefined where none was chosen. */
export const reasonInWords = (chosen: ChosenReason | undefined) => chosen && reasonWords[chosen]

/** Why something goes back or is cancelled, as the API takes it. */
export type Why = { chosenReason?: ChosenReason; reason?: string }

/** What a form with `ReasonFields` says; what is left empty is not said. */
export function reasonIn(form: FormData): Why {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const [chosen, reason] = [said('chosenReason'), said('reason')]
  return { ...(chosen !== '' && { chosenReason: chosen as ChosenReason }), ...(reason !== '' && { reason }) }
}
