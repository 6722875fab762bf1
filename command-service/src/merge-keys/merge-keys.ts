import { randomUUID } from 'node:crypto'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { accountOf, emailKeyOf } from '../account/accounts.ts'
import { editAccount } from '../account/save-account.ts'
import { settleCase } from '../case/cases.ts'
import type { Parts } from '../parts.ts'

export type Merged = Readonly<{
  /** The people whose key was missing, lost or damaged, and is now restored. */
  taken: readonly string[]
  /** The number of keys that are the same in both stores. */
  alike: number
  /** The number of keys that differ from the shop's own key, which stays. */
  others: number
  /** The number of given keys of erased people, which are not copied. */
  destroyed: number
}>

/** Copies each given key that is missing, lost or damaged in the store `keys`. */
export async function mergeKeys(
  keys: Pick<KeyStore, 'restore' | 'standings'>,
  given: AsyncIterable<Readonly<{ person: string; key: Buffer }>>,
  /** The people who are erased according to the log. The store may never have had their keys. */
  erased: ReadonlySet<string> = new Set(),
): Promise<Merged> {
  const taken: string[] = []
  const counts = { alike: 0, others: 0, destroyed: 0 }
  for await (const { person, key } of given) {
    if (erased.has(person)) {
      counts.destroyed += 1
      continue
    }
    const before = (await keys.standings([person])).get(person)
    const isTheirs = await keys.restore(person, key)
    if (before === 'sound') counts[isTheirs ? 'alike' : 'others'] += 1
    else if (isTheirs) taken.push(person)
    else counts.destroyed += 1
  }
  return { taken, ...counts }
}

/**
 * Settles the cases of people whose keys are restored. Corrects the digests of their e-mail addresses, which the shop computed with other
 * keys. Returns the ids of accounts whose address now belongs to another account.
 */
export async function settleRestored(
  { commands, keys }: Pick<Parts, 'commands' | 'keys'>,
  people: readonly string[],
): Promise<readonly string[]> {
  const withoutAddress: string[] = []
  for (const accountId of people) {
    const metadata = { correlationId: 'merge-keys', causationId: randomUUID(), actor: { role: 'system' } } as const
    await settleCase(commands, { kind: 'person-unreadable', customerId: accountId }, { outcome: 'settled' }, metadata)
    const { status, email, emailKey } = await accountOf(commands, accountId)
    if (status !== 'active' || !email || emailKey === (await emailKeyOf(keys, email))) continue
    const taken = () => new Taken()
    await editAccount({ commands, keys }, accountId, { email }, taken, metadata).catch((error) => {
      if (!(error instanceof Taken)) throw error
      withoutAddress.push(accountId)
    })
  }
  return withoutAddress
}

class Taken extends Error {}
