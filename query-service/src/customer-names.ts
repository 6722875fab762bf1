import { users } from '@shop/language/read-models/users'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** Names by account id; an erased customer has none. */
export async function namesOf(
  readStore: ReadStore,
  accountIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = await readStore.getMany(users, [...new Set(accountIds)])
  return new Map(Array.from(found, ([id, { name }]) => [id, name]))
}
