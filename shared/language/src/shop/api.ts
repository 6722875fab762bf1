import * as z from 'zod'
import { numberInQuery } from '../values/list-query.ts'
import type * as answers from './answers.ts'

const MAX_AGE_MS = 999_999_999_999

/** `ageMs`: how long ago the listener's page was loaded. The shop first sends all changes since then. */
export const LiveQuery = z.object({ ageMs: numberInQuery(z.int().min(0).max(MAX_AGE_MS)).optional() })

export type LiveMessage = z.output<typeof answers.LiveMessage>
export type LiveKind = LiveMessage['kind']

export type ShopConfig = z.output<typeof answers.ShopConfig>
export type Health = z.output<typeof answers.Health>
export type ReadModelFailure = z.output<typeof answers.ReadModelFailure>
export type ReadModel = z.output<typeof answers.ReadModel>
export type Consistency = z.output<typeof answers.Consistency>
