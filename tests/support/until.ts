import { vi } from 'vitest'

/**
 * Repeats a call until it does not throw. The time limit is long enough for a busy machine. In a test use `expect.poll` instead, which does
 * not work in hooks.
 */
export const until = <T>(holds: () => T | Promise<T>, { timeout = 120_000, interval = 50 } = {}) =>
  vi.waitFor(holds, { timeout, interval })
