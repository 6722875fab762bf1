/** All items in order, in chunks of this size. */
export function* chunksOf<T>(all: Iterable<T>, size: number): Iterable<readonly T[]> {
  let chunk: T[] = []
  for (const one of all) {
    if (chunk.push(one) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
