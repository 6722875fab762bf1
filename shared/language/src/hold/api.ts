import * as z from 'zod'
import { inOneOrder } from '../values/list-query.ts'
import type * as answers from './answers.ts'

/** Query of GET /api/admin/holds. The checkout with the most pieces comes first. */
export const HoldQuery = z.object(inOneOrder)

/** `evenIfBegun`: the hold is released even if the buyer may be paying at the moment. */
export const ReleaseHoldBody = z.object({ evenIfBegun: z.boolean().optional() })

export type Hold = z.output<typeof answers.Hold>
