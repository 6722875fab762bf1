import * as z from 'zod'
import { paging, search } from '../values/list-query.ts'
import { asOfInQuery } from './as-of.ts'
import type * as answers from './thing-answers.ts'

export const thingKinds = ['order', 'cart', 'product', 'stock', 'price'] as const satisfies readonly Thing['kind'][]
export type ThingKind = Thing['kind']

const asOf = asOfInQuery.optional()

export const ThingQuery = z.object({ asOf })
/** All pages of a list show the things as of the same event. */
export const ThingsQuery = z.object({ asOf, search, ...paging })
/** A missing moment means the newest event. */
export const ThingMomentsQuery = z.object({ from: asOf, to: asOf })
export type ThingMomentsQuery = z.output<typeof ThingMomentsQuery>
export type ThingsQuery = z.output<typeof ThingsQuery>

export type ThingAsOf = z.output<typeof answers.ThingAsOf>
export type ThingsAsOf = z.output<typeof answers.ThingsAsOf>
export type ThingAtTwoMoments = z.output<typeof answers.ThingAtTwoMoments>
export type Thing = ThingAsOf['thing']
