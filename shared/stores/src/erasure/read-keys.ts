import { openKeysReadOnly } from '../key-store/sqlite/key-rows.ts'

/** The keys in a file. Each person has a list of keys, because several files may have different keys of the person. */
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
