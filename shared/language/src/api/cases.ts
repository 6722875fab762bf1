import * as z from 'zod'
import type * as answers from './case-answers.ts'
import { MAX_TEXT } from './limits.ts'
import { paging, search, sortedBy } from './list-query.ts'
import { requiredLines } from './text.ts'

/** Query of GET /api/admin/cases. By default all open cases come first, newest first. Then all closed cases follow, newest first. */
export const CaseQuery = z.object({
  search,
  sortBy: sortedBy('oldest', 'amountdesc').optional(),
  status: z.enum(['open', 'closed']).optional(),
  ...paging,
})
export type CaseQuery = z.output<typeof CaseQuery>

/** Body of the calls that end a case: the reason, for later readers. */
export const CaseReasonBody = z.object({ reason: requiredLines(MAX_TEXT.reason) })

export type Case = z.output<typeof answers.Case>
