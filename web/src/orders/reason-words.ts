import type { ChosenReason, Why } from '@shop/language/order/chosen-reason'

/** TABLE: the reasons, in the order in which forms list them. */
export const reasonWords: Readonly<Record<ChosenReason, string>> = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  quality: 'Quality',
  late: 'Late',
  'changed-mind': 'Change of mind',
  other: 'Other',
}

export const reasonInWords = (chosen: ChosenReason | undefined) => chosen && reasonWords[chosen]

/** Empty fields are left out. */
export function reasonIn(form: FormData): Why {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const [chosen, reason] = [said('chosenReason'), said('reason')]
  return { ...(chosen !== '' && { chosenReason: chosen as ChosenReason }), ...(reason !== '' && { reason }) }
}
