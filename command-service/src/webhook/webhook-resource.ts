import type { Dispute } from '@shop/language/case/events'
import * as z from 'zod'

const id = z.string().min(1).max(255)
const word = z.string().max(255)
const Money = z.object({ currency_code: z.string(), value: z.string() })
export type Money = z.output<typeof Money>
const Transaction = z.object({ seller_transaction_id: id.optional(), custom: z.string().optional() })

export const Resource = z.object({
  id: id.optional(),
  order_id: id.optional(),
  custom_id: id.optional(),
  amount: Money.optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: id.optional() }).optional() }).optional(),
  purchase_units: z.array(z.object({ custom_id: id.optional(), amount: Money.optional() })).optional(),
  dispute_id: id.optional(),
  dispute_amount: Money.optional(),
  disputed_transactions: z.array(Transaction).optional(),
  reason: z.string().max(100).optional(),
  status: word.optional(),
  dispute_life_cycle_stage: word.optional(),
  seller_response_due_date: word.optional(),
  dispute_outcome: z.object({ outcome_code: word.optional(), amount_refunded: Money.optional() }).optional(),
  create_time: word.optional(),
  update_time: word.optional(),
})
export type Resource = z.output<typeof Resource>

/** See Disputes API v1. */
export function disputeOf(resource: Resource): Dispute {
  const { status = null, dispute_life_cycle_stage: stage = null, dispute_outcome, update_time } = resource
  const outcome = dispute_outcome?.outcome_code ?? null
  return { status, stage, dueAt: moment(resource.seller_response_due_date), outcome, changedAt: moment(update_time) }
}

/** Times in UTC can be compared as text. */
export function moment(text: string | undefined): string | null {
  if (text === undefined) return null
  return new Date(text).toISOString()
}
