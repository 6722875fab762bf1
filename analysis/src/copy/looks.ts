/** Events that are looked at first; then so many times more, and so on: most answers end with the first look. */
const FIRST_LOOK = 10_000
const GROWTH = 8

/** The ranges of the events after `begin`, up to `end`, that are looked at one after the other, from the newest or from the oldest. */
export function* looks(
  end: number,
  { firstLook = FIRST_LOOK, growth = GROWTH, oldestFirst = false, begin = 0 } = {},
): Generator<readonly [from: number, upTo: number]> {
  for (let done = 0, size = firstLook; done < end - begin; done += size, size *= growth) {
    const last = Math.min(done + size, end - begin)
    yield oldestFirst ? [begin + done + 1, begin + last] : [end - last + 1, end - done]
  }
}
