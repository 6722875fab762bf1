import { emailForm } from '@shop/language/account/email'
import { definitionOf } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import type { OpenedEvent } from './opened-events.ts'

/** Shorter values are not searched for, because they occur in any text. */
const LEAST_LENGTH = 5

export type PersonalValues = Readonly<{
  /** Values that occur only in this person's fields. */
  values: readonly string[]
  /** The number of other values, which are short or occur elsewhere. */
  leftOut: number
}>

/** The account and the correspondent with the same e-mail address. Either may be missing. */
export type FoundPerson = Readonly<{
  accountId: string | undefined
  correspondent: Readonly<{ correspondentId: string; emailKey: string }> | undefined
}>

/** In these events the address is the account's own. An account can request the address of another person. */
const OWN_ADDRESS = new Set(['AccountRegistered', 'AccountEdited', 'EmailChanged'])

/** Finds the person by an id or by their newest e-mail address. Throws if several accounts or correspondents have the address. */
export async function findPerson(wanted: string, opened: AsyncIterable<OpenedEvent>): Promise<FoundPerson> {
  const accounts = new Map<string, string>()
  const correspondents = new Map<string, { email: string; emailKey: string }>()
  for await (const { event, person } of opened) {
    const { email, emailKey } = event.data as { email?: unknown; emailKey?: unknown }
    if (event.type === 'CorrespondentMet')
      correspondents.set(person, { email: emailForm(String(email)), emailKey: String(emailKey) })
    else if (OWN_ADDRESS.has(event.type)) accounts.set(person, emailForm(String(email)))
    else if (person === wanted && !correspondents.has(person) && !accounts.has(person)) accounts.set(person, '')
  }
  const isWanted = (id: string, email: string) => id === wanted || email === emailForm(wanted)
  const account = onlyOne([...accounts].filter(([id, email]) => isWanted(id, email)))
  const correspondent = onlyOne(
    [...correspondents].filter(([id, { email }]) => isWanted(id, email) || (account && email === account[1])),
  )
  return {
    accountId: account?.[0],
    correspondent: correspondent && { correspondentId: correspondent[0], emailKey: correspondent[1].emailKey },
  }
}

function onlyOne<Found extends readonly [id: string, unknown]>(found: readonly Found[]): Found | undefined {
  if (found.length > 1)
    throw new Error(
      `Several people have this e-mail address. Name one by their id: ${found.map(([id]) => id).join(', ')}`,
    )
  return found[0]
}

/** Whether an account has this id and was not erased. Reads no sealed field, because the key may already be destroyed. */
export async function isAccount(id: string, stored: AsyncIterable<readonly Recorded[]>): Promise<boolean> {
  let found = false
  for await (const events of stored)
    for (const { type, data } of events)
      if ((data as { accountId?: unknown }).accountId === id)
        if (type === 'AccountRegistered' || type === 'AccountErased') found = type === 'AccountRegistered'
  return found
}

/**
 * All texts in the personal fields of the people with these ids. Leaves out texts that stay in the log, because they also occur in another
 * person's fields or in plain data. `again` reads the log a second time to find these texts.
 */
export async function personalValuesOf(
  ids: ReadonlySet<string>,
  opened: AsyncIterable<OpenedEvent>,
  again: () => Readonly<{ opened: AsyncIterable<OpenedEvent>; stored: AsyncIterable<readonly Recorded[]> }>,
): Promise<PersonalValues> {
  const all = new Set<string>()
  for await (const { event, person: of } of opened) if (ids.has(of)) for (const text of textsOf(event)) all.add(text)
  const own = new Set([...all].filter((text) => text.length >= LEAST_LENGTH))
  const dropIn = (text: string) => {
    const others = text.toLowerCase()
    for (const value of own) if (others.includes(value.toLowerCase())) own.delete(value)
  }
  const second = again()
  for await (const { event, person: of } of second.opened) if (!ids.has(of)) dropIn(textsOf(event).join('\n'))
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
