import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { Id } from './text.ts'

/* Only the OpenAPI document loads the schemas of answers. All other code imports their types. */

export const id = Id
/** A moment in UTC, such as 2026-11-22T08:00:00.000Z. */
export const moment = z.iso.datetime()
/** Decimal dollars (decisions M7). */
export const dollars = z.number().min(0)
export const count = z.int().min(0)
export const word = z.string().max(MAX_TEXT.word)
/** The address of a picture; empty for a product without a picture. */
export const picture = z.string().max(2000)

export const listOf = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).readonly()
