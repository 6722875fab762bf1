import * as z from 'zod'
import type * as answers from './hold-answers.ts'
import { paging } from './list-query.ts'

/** Query of GET /api/admin/holds: who holds most comes first. */
export const HoldQuery = z.object({ ...paging })

/** `evenIfBegun`: also where the buyer may be paying. */
export const ReleaseHoldBody = z.object({ evenIfBegun: z.boolean().optional() })

export type Hold = z.output<typeof answers.Hold>
