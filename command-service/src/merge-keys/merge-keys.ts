import { randomUUID } from 'node:crypto'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { accountOf, emailKeyOf } from '../account/accounts.ts'
import { editAccount } from '../account/save-account.ts'
import { settleCase } from '../case/cases.ts'
import type { Parts } from '../parts.ts'

export type Merged = Readonly<{
  /** Whose key was missing, lost or damaged, and is there now. */
  taken: readonly string[]
  /** How many keys both have alike. */
  alike: number
  /** How many are another key in the one that stays. */
  others: number
  /** How many were destroyed in the one that stays: an erased person stays erased. */
  destroyed: number
}>

/** Takes each key of another store that this one lacks. A sound or destroyed key stays as it is. */
export async function mergeKeys(
  keys: Pick<KeyStore, 'restore' | 'standings'>,
  given: AsyncIterable<Readonly<{ person: string; key: Buffer }>>,
  /** Whom the log says to be erased: this store may never have known them. */
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
 * Closes the cases of people whose keys are back. Whoever came while the shop had other keys is found by another digest of their e-mail address than these keys make: their accounts get the
 * right one. Returns the ids of those whose address somebody else has by now.
 */
export async function welcomeBack(
  { commands, keys }: Pick<Parts, 'commands' | 'keys'>,
  people: readonly string[],
): Promise<readonly string[]> {
  const unfound: string[] = []
  for (const accountId of people) {
    const metadata = { correlationId: 'merge-keys', causationId: randomUUID(), actor: { role: 'system' } } as const
    await settleCase(commands, { kind: 'person-unreadable', customerId: accountId }, { outcome: 'settled' }, metadata)
    const { status, email, emailKey } = await accountOf(commands, accountId)
    if (status !== 'active' || !email || emailKey === (await emailKeyOf(keys, email))) continue
    const taken = () => new Taken()
    await editAccount({ commands, keys }, accountId, {}, taken, metadata).catch((error) => {
      if (!(error instanceof Taken)) throw error
      unfound.push(accountId)
    })
  }
  return unfound
}

class Taken extends Error {}
