import { vi } from 'vitest'

/**
 * Repeats a call until it does not throw, with enough time for a busy machine. `expect.poll` does the same in a test, but does not work in
 * hooks.
 */
export const until = <T>(holds: () => T | Promise<T>, { timeout = 20_000, interval = 50 } = {}) =>
  vi.waitFor(holds, { timeout, interval })
