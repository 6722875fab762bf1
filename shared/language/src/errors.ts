/** The codes of all refusals, with their HTTP status (decisions, “Answers”). */
const statuses = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  UNAUTHENTICATED: 401,
  BAD_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  OUT_OF_STOCK: 409,
  PRICE_CHANGED: 409,
  PAYMENT_PENDING: 409,
  PAYMENT_NOT_VERIFIED: 409,
  PAYMENT_AMOUNT_MISMATCH: 409,
  CHECKOUT_NOT_PAID: 409,
  IDEMPOTENCY_MISMATCH: 409,
  LAST_ADMIN: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  PROVIDER_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof statuses
export const errorCodes = Object.keys(statuses) as readonly ErrorCode[]
export const statusOf = (code: ErrorCode): number => statuses[code]

type Details = Readonly<Record<string, unknown>>
type Options = ErrorOptions & { details?: Details }

type CodeOfInvalid = 'VALIDATION_FAILED' | 'MALFORMED_JSON'
type Fields = readonly Readonly<{ path: string; message: string }>[]

/**
 * A refusal that the caller can act on. Any other thrown error is a defect, and its answer has the status 500. `details` are public: they
 * are in the answer's body.
 */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details
  /** A refusal of an invalid request names the fields. */
  constructor(code: CodeOfInvalid, message: string, options: ErrorOptions & { details: { fields: Fields } })
  constructor(code: Exclude<ErrorCode, CodeOfInvalid>, message: string, options?: Options)
  constructor(code: ErrorCode, message: string, { details = {}, ...options }: Options = {}) {
    super(message, options)
    this.name = 'ShopError'
    this.code = code
    this.status = statuses[code]
    this.details = details
  }
}

/** A disk or a server of the shop's stores does not work at the moment. The message is for the operator, `publicMessage` for callers. */
export class StoreUnavailable extends ShopError {
  readonly publicMessage: string
  constructor(
    message: string,
    {
      publicMessage = 'We cannot do this right now. Try again in a moment',
      ...options
    }: ErrorOptions & { publicMessage?: string } = {},
  ) {
    super('UNAVAILABLE', message, options)
    this.publicMessage = publicMessage
  }
}

/** `said`: the message of the whole refusal, if it differs from the field's message. */
export const invalidField = (path: string, message: string, said = message, options: ErrorOptions = {}) =>
  new ShopError('VALIDATION_FAILED', said, { ...options, details: { fields: [{ path, message }] } })

export const isShopError = (error: unknown, code?: ErrorCode): error is ShopError =>
  error instanceof ShopError && (code === undefined || error.code === code)
