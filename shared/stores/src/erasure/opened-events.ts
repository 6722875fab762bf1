import type { Recorded } from '@shop/language/events/event'
import { openKeysReadOnly } from '../key-store/sqlite/key-rows.ts'
import { openEvent, sealedFor } from '../sealing/sealed-event.ts'

/** A person has a list of keys, because each key store or copy of a key store may have a different key. */
export type KeysOf = (people: readonly string[]) => Promise<ReadonlyMap<string, readonly Buffer[]>>

export const allKeys =
  (...places: readonly KeysOf[]): KeysOf =>
  async (people) => {
    const together = new Map<string, Buffer[]>()
    for (const keysOf of places)
      for (const [person, keys] of await keysOf(people))
        together.set(person, [...(together.get(person) ?? []), ...keys])
    return together
  }

export type OpenedEvent = Readonly<{ event: Recorded; person: string }>

/** Yields each sealed event that one of the keys opens. */
export async function* openedEvents(
  batches: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>,
  keysOf: KeysOf,
): AsyncGenerator<OpenedEvent> {
  for await (const events of batches) {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const keys = people.size > 0 ? await keysOf([...people]) : new Map<string, readonly Buffer[]>()
    for (const event of events) {
      const person = sealedFor(event)
      const opened = person === undefined ? undefined : openedWith(event, person, keys.get(person) ?? [])
      if (person !== undefined && opened) yield { event: opened, person }
    }
  }
}

function openedWith(event: Recorded, person: string, keys: readonly Buffer[]) {
  for (const key of keys)
    try {
      return openEvent(event, new Map([[person, key]]))
    } catch {
      // Another key of the person may open the event.
    }
  return undefined
}

export async function readKeys(
  file: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const keys = openKeysReadOnly(file)
  try {
    return new Map([...(await keys.keysOf(people))].map(([person, key]) => [person, [key]]))
  } finally {
    await keys.close()
  }
}
