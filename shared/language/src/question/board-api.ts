import * as z from 'zod'
import { MAX_ON_BOARD } from '../limits.ts'

export const PutOnBoardBody = z.object({
  place: z
    .int()
    .min(0)
    .max(MAX_ON_BOARD)
    .optional()
    .describe('The wanted place, counted from 0. By default, a new question comes last'),
})
