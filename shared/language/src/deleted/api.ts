import * as z from 'zod'
import { inOneOrder, search } from '../values/list-query.ts'
import type * as answers from './answers.ts'

/** Query of GET /api/admin/deleted. The newest deletion comes first. */
export const DeletedQuery = z.object({ search, kind: z.enum(['product', 'order']).optional(), ...inOneOrder })

export type Deleted = z.output<typeof answers.Deleted>
