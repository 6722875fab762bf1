import * as z from 'zod'

/** What the simulator does wrong, as PayPal and the way to it do at times. */
const words = [
  /** The answer comes after the shop has given up; what was asked for is done. */
  'slow',
  '5xx-after-capture',
  'reply-dropped',
  'declined',
  '403',
  'pending',
  'wrong-amount',
  'wrong-currency',
  'capture-reused',
] as const

/** `refused:<ISSUE>` answers 422 with that issue. */
const Fault = z.union([z.enum(words), z.templateLiteral(['refused:', z.string().regex(/^[A-Z][A-Z_]{2,63}$/)])])
export type Fault = z.output<typeof Fault>

/** Body of POST /simulator/paypal/faults: for the next `times` captures or refunds, of one order or of any. */
export const PlannedFault = z.object({
  orderId: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
  fault: Fault,
  on: z.enum(['capture', 'refund']).default('capture'),
  times: z.int().min(1).max(1000).default(1),
})
export type PlannedFault = z.output<typeof PlannedFault>

const MOST_PLANNED = 1000

/** The faults that are planned, in memory: a start forgets them. */
export function createFaults() {
  let planned: PlannedFault[] = []

  return {
    /** Plans a fault; beyond a thousand the oldest is forgotten. */
    plan(fault: PlannedFault) {
      planned = [...planned, fault].slice(-MOST_PLANNED)
    },

    /** The fault of this capture or refund, which is one of its times. */
    take(orderId: string, act: PlannedFault['on']): Fault | undefined {
      const found = planned.find((one) => one.on === act && (one.orderId === undefined || one.orderId === orderId))
      if (!found) return undefined
      planned = planned.flatMap((one) =>
        one !== found ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
      )
      return found.fault
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
