import type { EventFilter } from '@shop/language/analysis/api'
import { roles } from '@shop/language/values/role'

export const actorRoles: readonly string[] = ['guest', 'system', ...roles]

type Chosen = Readonly<{ type: string; stream: string; correlation: string; actorRole: string; actor: string | null }>

/** The filter's `actor` is a role or a pseudonym. */
export function chosenBy({
  type,
  stream,
  correlation,
  actor,
}: EventFilter): readonly (readonly [keyof Chosen, string])[] {
  const wanted = { type, stream, correlation, [actorRoles.includes(actor ?? '') ? 'actorRole' : 'actor']: actor }
  return Object.entries(wanted).flatMap(([column, value]) => (value ? [[column as keyof Chosen, value] as const] : []))
}

export function isChosen(event: Chosen, filter: EventFilter): boolean {
  return chosenBy(filter).every(([column, value]) => event[column] === value)
}
