import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { text } from '../values/text.ts'
import { TRAIL_WORD } from './trail-words.ts'

const results = z.int().min(0).max(1_000_000)
/** The patterns are narrow, so that ids and words cannot carry long texts or e-mail addresses. */
const productId = z.string().regex(/^[\w-]{1,64}$/)
const word = z.string().regex(TRAIL_WORD)
const when = {
  ago: z.int().min(0).max(1440).optional().describe('How many whole minutes ago the page showed this; 0 if absent'),
}

const LISTS = ['all', 'men', 'women', 'unisex', 'top wear', 'bottom wear', 'outerwear', 'other'] as const

const Seen = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('product seen'), ...when, productId }),
  z.strictObject({ what: z.literal('list shown'), ...when, list: z.enum(LISTS), results }),
  z.strictObject({ what: z.literal('search'), ...when, term: text(MAX_TEXT.search).min(1), results }),
  z.strictObject({ what: z.literal('checkout step'), ...when, step: z.enum(['shipping', 'payment', 'placed']) }),
  z.strictObject({ what: z.literal('refused add'), ...when, productId, size: word, color: word }),
])
export type Seen = Readonly<z.output<typeof Seen>>

/** Body of POST /api/trail: what a page has shown since its last report. */
export const TrailBody = z.strictObject({
  device: z.enum(['phone', 'tablet', 'desk']),
  entry: z.enum(['direct', 'search', 'social', 'other']).describe('The kind of site that the visit came from'),
  isSignedIn: z.boolean(),
  seen: z.array(Seen).min(1).max(20),
})
export type TrailBody = z.output<typeof TrailBody>
