import * as z from 'zod'
import { PaypalError } from './errors.ts'

export type Effect = Readonly<{
  /** Gives this answer, and does not carry the request out. */
  instead?: PaypalError
  /** Waits this long, and then carries the request out. Meanwhile the request counts as in progress. */
  takesMs?: number
  /** Carries the request out immediately, and answers this much later. */
  lateMs?: number
  /** Carries the request out, and then gives this answer. `dropped`: gives no answer. */
  answer?: PaypalError | 'dropped'
  /** The new state of the order, capture or refund that the request makes or looks up. */
  status?: string
  reason?: string
  /** Leaves this field out of all parts of the answer. PayPal requires none of these fields. */
  without?: string
  wrong?: 'amount' | 'currency' | 'capture' | 'payee'
}>

/** Longer than the longest wait of the shop, which is 20 s for a capture or refund. */
const SLOW_MS = 21_000

/** TABLE: faults with a fixed name. */
const named = {
  slow: { lateMs: SLOW_MS },
  '5xx-after-capture': { answer: new PaypalError(500) },
  'reply-dropped': { answer: 'dropped' },
  declined: { instead: new PaypalError(422, 'INSTRUMENT_DECLINED') },
  '403': { instead: new PaypalError(403, 'PERMISSION_DENIED') },
  pending: { status: 'PENDING' },
  'wrong-amount': { wrong: 'amount' },
  'wrong-currency': { wrong: 'currency' },
  'wrong-payee': { wrong: 'payee' },
  'capture-reused': { wrong: 'capture' },
} as const satisfies Record<string, Effect>

const WORD = '[A-Z][A-Z0-9_]{1,63}'
/** TABLE: faults whose names have parts. */
const composed: readonly (readonly [form: RegExp, effect: (parts: readonly string[]) => Effect])[] = [
  [new RegExp(`^refused:(${WORD})$`), ([issue]) => ({ instead: new PaypalError(422, issue) })],
  [
    new RegExp(`^answer:([45]\\d\\d)(?::(${WORD}))?$`),
    ([status, issue]) => ({ instead: new PaypalError(Number(status), issue) }),
  ],
  [/^page:([45]\d\d)$/, ([status]) => ({ instead: new PaypalError(Number(status), undefined, { isPage: true }) })],
  [new RegExp(`^status:(${WORD})(?::(${WORD}))?$`), ([status = '', reason]) => ({ status, ...(reason && { reason }) })],
  [/^without:([a-z_]{1,64})$/, ([field = '']) => ({ without: field })],
  [/^delay:(\d{1,5})$/, ([takesMs]) => ({ takesMs: Number(takesMs) })],
]

function effectOf(fault: string): Effect | undefined {
  if (Object.hasOwn(named, fault)) return named[fault as keyof typeof named]
  for (const [form, effect] of composed) {
    const [, ...parts] = form.exec(fault) ?? []
    if (parts.length > 0) return effect(parts)
  }
  return undefined
}

/** A fault for the next `times` requests of the kind `on`. Without `orderId`, the fault applies to every order. */
export const PlannedFault = z.object({
  orderId: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
  fault: z.string().refine((fault) => effectOf(fault) !== undefined),
  on: z.enum(['token', 'create', 'look-up', 'capture', 'refund']).default('capture'),
  times: z.int().min(1).max(1000).default(1),
})
export type PlannedFault = z.output<typeof PlannedFault>

const MOST_PLANNED = 1000

export function createFaults() {
  let planned: PlannedFault[] = []

  return {
    plan(fault: PlannedFault) {
      planned = [...planned, fault].slice(-MOST_PLANNED)
    },

    take(act: PlannedFault['on'], orderId: string): Effect {
      const found = planned.find((one) => one.on === act && (one.orderId === undefined || one.orderId === orderId))
      if (!found) return {}
      planned = planned.flatMap((one) =>
        one !== found ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
      )
      return effectOf(found.fault) ?? {}
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
