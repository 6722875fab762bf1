/** All of it in order, so many at a time. */
export function* piecesOf<T>(all: Iterable<T>, size: number): Iterable<readonly T[]> {
  let piece: T[] = []
  for (const one of all) {
    if (piece.push(one) < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
