import type { Recorded } from '@shop/language/events/event'
import type { KeyStanding, KeyStore } from '../key-store/key-store.ts'
import { opens, sealedFor } from './sealed-event.ts'

const PEOPLE_AT_ONCE = 500

/** `people`: the people with sealed fields in a log. The other counts add up to this number. */
export type KeyCount = Readonly<{ people: number; keys: number; erased: number; lost: number; damaged: number }>

export type CountedKeys = KeyCount &
  Readonly<{
    /** The key store has not recorded these keys as lost yet. */
    lostPeople: readonly string[]
    damagedPeople: readonly string[]
    erasedPeople: readonly string[]
    /** People who are erased in the log, but have a key in the key store, for example after a restored backup of the keys. */
    undestroyed: readonly string[]
  }>

/**
 * A key is lost if it is missing and the person was not erased. A key is damaged if the key store says so, or if it does not open the
 * person's first sealed event. Keeps the ids of all people in memory.
 */
export async function countKeys(
  batches: AsyncIterable<readonly Recorded[]>,
  keys: Pick<KeyStore, 'keysOf' | 'standings'>,
): Promise<CountedKeys> {
  const people = new Set<string>()
  const erased = new Set<string>()
  const lost = new Set<string>()
  const noted = new Set<string>()
  const damaged = new Set<string>()

  for await (const events of batches) {
    const first = new Map<string, Recorded>()
    for (const event of events) {
      const gone = erasedIn(event)
      if (gone) erased.add(gone)
      const person = sealedFor(event)
      if (person !== undefined && !people.has(person) && !first.has(person)) first.set(person, event)
    }
    if (first.size > 0) await judge(first)
  }

  async function judge(first: ReadonlyMap<string, Recorded>) {
    const ids = [...first.keys()]
    const [standings, known] = [await keys.standings(ids), await keys.keysOf(ids)]
    for (const [person, event] of first) {
      people.add(person)
      const standing = standings.get(person)
      if (standing === 'destroyed') erased.add(person)
      else if (standing === undefined) lost.add(person)
      else if (standing === 'lost') noted.add(person)
      else if (standing === 'damaged' || !opens(event, known)) damaged.add(person)
    }
  }

  const undestroyed: string[] = []
  const isThere = ([, standing]: readonly [string, KeyStanding]) => standing !== 'destroyed'
  for (const ids of chunksOf([...erased]))
    undestroyed.push(...[...(await keys.standings(ids))].filter(isThere).map(([person]) => person))

  const left = (set: ReadonlySet<string>) => [...set].filter((person) => !erased.has(person))
  const [lostPeople, damagedPeople] = [left(lost), left(damaged)]
  const erasedOfLog = [...people].filter((person) => erased.has(person)).length
  const faults = { lost: lostPeople.length + left(noted).length, damaged: damagedPeople.length }
  const sound = people.size - erasedOfLog - faults.lost - faults.damaged
  const count = { people: people.size, keys: sound, erased: erasedOfLog, ...faults }
  return { ...count, lostPeople, damagedPeople, erasedPeople: [...erased], undestroyed }
}

/**
 * An erasure has two events: the person is erased, and then the key is destroyed. The person counts as erased from the first event on, so
 * that a key from an older copy of the keys cannot hide the erasure.
 */
function erasedIn({ type, data }: Recorded): string | undefined {
  if (type === 'AccountErased' || type === 'AccountKeyDestroyed') return (data as { accountId: string }).accountId
  if (type === 'CorrespondentErased' || type === 'CorrespondentKeyDestroyed')
    return (data as { correspondentId: string }).correspondentId
  return undefined
}

export async function erasedPeople(batches: AsyncIterable<readonly Recorded[]>): Promise<ReadonlySet<string>> {
  const erased = new Set<string>()
  for await (const events of batches) for (const event of events) erased.add(erasedIn(event) ?? '')
  erased.delete('')
  return erased
}

function* chunksOf(ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += PEOPLE_AT_ONCE) yield ids.slice(at, at + PEOPLE_AT_ONCE)
}

export const keysInWords = ({ people, keys, erased, lost, damaged }: KeyCount): string =>
  `${people} people sealed, ${keys} keys, ${erased} erased, ${lost} lost, ${damaged} damaged`
