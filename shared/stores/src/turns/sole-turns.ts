import { createTurns } from './in-process-turns.ts'
import type { Turns } from './turns.ts'

/** The turns of a shop whose commands are handled in one process. */
export const createSoleTurns = (): Turns => ({ inTurn: createTurns(), close: async () => {} })
