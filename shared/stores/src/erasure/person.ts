import { definitionOf } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import type { OpenedEvent } from './opened-events.ts'

/** Found in any text: a value has to be as long to be searched for alone. */
const LEAST_LENGTH = 5

export type PersonalValues = Readonly<{
  /** What only this person's fields hold. */
  values: readonly string[]
  /** How many more there are that others have too, as a country, or that are too short to be recognised. */
  leftOut: number
}>

/** The id of the account that this is the id or the newest e-mail address of; undefined when nobody has it. */
export async function personCalled(wanted: string, opened: AsyncIterable<OpenedEvent>): Promise<string | undefined> {
  const emails = new Map<string, string>()
  for await (const { event, person } of opened) {
    if (person === wanted) return person
    const { email } = event.data as { email?: unknown }
    if (typeof email === 'string') emails.set(person, folded(email))
  }
  for (const [person, email] of emails) if (email === folded(wanted)) return person
  return undefined
}

/** Whether an account has this id and was not erased: after restoring an older log, also one whose key is destroyed already. */
export async function isAccount(id: string, stored: AsyncIterable<readonly Recorded[]>): Promise<boolean> {
  let found = false
  for await (const events of stored)
    for (const { type, data } of events)
      if ((data as { accountId?: unknown }).accountId === id)
        if (type === 'AccountRegistered' || type === 'AccountErased') found = type === 'AccountRegistered'
  return found
}

/**
 * Every text in a person's personal fields, of all their events and versions. `again` reads the log once more: what is in
 * somebody else's fields too, or in what is not sealed, cannot be searched for, since it stays there.
 */
export async function personalValuesOf(
  person: string,
  opened: AsyncIterable<OpenedEvent>,
  again: () => Readonly<{ opened: AsyncIterable<OpenedEvent>; stored: AsyncIterable<readonly Recorded[]> }>,
): Promise<PersonalValues> {
  const all = new Set<string>()
  for await (const { event, person: of } of opened) if (of === person) for (const text of textsOf(event)) all.add(text)
  const own = new Set([...all].filter((text) => text.length >= LEAST_LENGTH))
  const dropIn = (text: string) => {
    const others = text.toLowerCase()
    for (const value of own) if (others.includes(value.toLowerCase())) own.delete(value)
  }
  const second = again()
  for await (const { event, person: of } of second.opened) if (of !== person) dropIn(textsOf(event).join('\n'))
  for await (const events of second.stored) for (const event of events) dropIn(JSON.stringify(event.data))
  return { values: [...own], leftOut: all.size - own.size }
}

function textsOf({ type, data }: Recorded) {
  const fields = definitionOf(type).personal?.fields ?? []
  return fields.flatMap((field) => leavesOf((data as Record<string, unknown>)[field]))
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

const folded = (email: string) => email.trim().toLowerCase()
