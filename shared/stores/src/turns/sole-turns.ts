import { createTurns } from './in-process-turns.ts'
import type { Turns } from './turns.ts'

/** The turns of a shop that handles its commands in one process. */
export const createSoleTurns = (): Turns => ({ inTurn: createTurns(), close: async () => {} })
