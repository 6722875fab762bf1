import type * as z from 'zod'
import { Rule } from '../question/rule.ts'
import { asOf } from './as-of.ts'

/** Body of POST /api/analysis/reducers: a rule, and the last event to fold. */
export const ReducerBody = Rule.extend({ asOf: asOf.optional() })
export type ReducerBody = z.output<typeof ReducerBody>
