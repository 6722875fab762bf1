import { users } from '@shop/language/account/document'
import { shownEmail } from '@shop/language/account/email'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** The customers of these orders, by account id. Erased customers are left out. */
export async function customersOf(readStore: ReadStore, ordered: readonly Readonly<{ customerId: string }>[]) {
  const found = await readStore.getMany(users, [...new Set(ordered.map(({ customerId }) => customerId))])
  return new Map(Array.from(found, ([id, { _id, name, email }]) => [id, { _id, name, email: shownEmail(email) }]))
}

/** Erased accounts are left out. */
export async function namesOf(
  readStore: ReadStore,
  accountIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = await readStore.getMany(users, [...new Set(accountIds)])
  return new Map(Array.from(found, ([id, { name }]) => [id, name]))
}
