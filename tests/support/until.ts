import { vi } from 'vitest'

/**
 * Repeats a call until it does not throw, with enough time for a busy machine. In a test `expect.poll` does the same, but it does not work
 * in hooks.
 */
export const until = <T>(holds: () => T | Promise<T>, { timeout = 20_000, interval = 50 } = {}) =>
  vi.waitFor(holds, { timeout, interval })
