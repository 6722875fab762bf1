/** Returns a number from 0 to less than 1. */
export type Random = () => number

/** Makes the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const wholeBelow = (random: Random, below: number) => Math.floor(random() * below)

export const oneOf = <T>(random: Random, many: readonly T[]): T => many[wholeBelow(random, many.length)]!
