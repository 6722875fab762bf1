import { createTurns } from './in-process-turns.ts'
import type { Turns } from './turns.ts'

export const createSoleTurns = (): Turns => ({ inTurn: createTurns(), close: async () => {} })
