import { endings } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

/**
 * Limits how often an account may use one way to end all its sessions. Each use appends an event to the account's stream, which must stay
 * short because it is always read whole. Throws RATE_LIMITED.
 */
export const createEndingsLimit = (counters: Counters, way: keyof typeof endings) =>
  createLimit(counters, endings[way], 'You have done this too often today. Try again tomorrow').take
