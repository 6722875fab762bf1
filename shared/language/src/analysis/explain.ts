import * as z from 'zod'
import { DashboardQuery } from '../dashboard/api.ts'
import { figures } from '../dashboard/figures.ts'
import { MAX_EVENT } from '../limits.ts'
import { numberInQuery } from '../values/list-query.ts'
import { MOST_EVENTS } from './api.ts'
import { asOfInQuery } from './as-of.ts'
import type * as answers from './event-answers.ts'

/** A figure of the requested days or of all days, as of `asOf`. Only events before `before` are listed. */
export const ExplainQuery = DashboardQuery.safeExtend({
  figure: z.enum(figures),
  asOf: asOfInQuery.optional(),
  before: numberInQuery(z.int().min(1).max(MAX_EVENT)).optional(),
  limit: numberInQuery(z.int().min(1).max(MOST_EVENTS)).optional(),
})
export type ExplainQuery = z.output<typeof ExplainQuery>
export type Explained = z.output<typeof answers.Explained>
