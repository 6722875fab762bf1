import * as z from 'zod'
import type * as answers from './deleted-answers.ts'
import { paging, search } from './list-query.ts'

/** Query of GET /api/admin/deleted. The newest deletion comes first. */
export const DeletedQuery = z.object({ search, kind: z.enum(['product', 'order']).optional(), ...paging })

export type Deleted = z.output<typeof answers.Deleted>
