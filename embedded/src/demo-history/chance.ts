import { oneOf, randomFrom, wholeBelow } from '@shop/language/values/random-from'

export type Chance = ReturnType<typeof createChance>

export function createChance(seed: number) {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + random() * (high - low)

  return {
    happens: (likelihood: number) => random() < likelihood,
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    one: <T>(of: readonly T[]): T => oneOf(random, of),

    weighted<T>(of: readonly T[], weightOf: (one: T) => number): T {
      let left = random() * of.reduce((sum, one) => sum + weightOf(one), 0)
      for (const one of of) {
        left -= weightOf(one)
        if (left < 0) return one
      }
      return of.at(-1)!
    },

    letters: (count: number) =>
      Array.from({ length: count }, () => LETTERS[wholeBelow(random, LETTERS.length)]).join(''),
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
