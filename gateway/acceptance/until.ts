import { vi } from 'vitest'

/** Asks again until nothing is thrown, as long as a busy machine needs. In a test `expect.poll` does the same; it does not work in hooks. */
export const until = <T>(holds: () => T | Promise<T>, { timeout = 20_000, interval = 50 } = {}) =>
  vi.waitFor(holds, { timeout, interval })
