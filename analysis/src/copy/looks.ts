/** Events that are looked at first; then so many times more, and so on: most answers end with the first look. */
const FIRST_LOOK = 10_000
const GROWTH = 8

/** The ranges of the first `end` events that are looked at one after the other, from the newest or from the oldest. */
export function* looks(
  end: number,
  { firstLook = FIRST_LOOK, oldestFirst = false } = {},
): Generator<readonly [from: number, upTo: number]> {
  for (let done = 0, size = firstLook; done < end; done += size, size *= GROWTH) {
    const last = Math.min(done + size, end)
    yield oldestFirst ? [done + 1, last] : [end - last + 1, end - done]
  }
}
