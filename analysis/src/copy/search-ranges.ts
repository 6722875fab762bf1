/** Most searches need only the first range. */
const FIRST_LOOK = 10_000
const GROWTH = 8

export function* searchRanges(
  end: number,
  { firstLook = FIRST_LOOK, growth = GROWTH, oldestFirst = false, begin = 0 } = {},
): Generator<readonly [from: number, upTo: number]> {
  for (let done = 0, size = firstLook; done < end - begin; done += size, size *= growth) {
    const last = Math.min(done + size, end - begin)
    yield oldestFirst ? [begin + done + 1, begin + last] : [end - last + 1, end - done]
  }
}
