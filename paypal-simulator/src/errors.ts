import { randomBytes } from 'node:crypto'
import type { Context, Next } from 'koa'

/** A refusal in PayPal's own words; `field` is a JSON pointer into the body. */
export class PaypalError extends Error {
  readonly issue: Issue
  readonly status: number
  readonly details: object
  readonly links: object[]

  /** `as`: the issue that `REFUSED` stands for. */
  constructor(issue: Issue, { field, as = issue, links = [] }: { field?: string; as?: string; links?: object[] } = {}) {
    super(issue)
    this.issue = issue
    this.status = issues[issue][0]
    this.details = { ...(field ? { field, location: 'body' } : {}), issue: as, description: issues[issue][1] }
    this.links = links
  }
}

export type Issue = keyof typeof issues

const issues = {
  INVALID_PARAMETER_SYNTAX: [400, 'The value of a field does not conform to the expected format.'],
  INVALID_PARAMETER_VALUE: [400, 'The value of a field is invalid.'],
  INVALID_ARRAY_MAX_ITEMS: [400, 'The number of items in an array parameter is too large.'],
  INVALID_STRING_LENGTH: [400, 'The value of a field is either too short or too long.'],
  MALFORMED_REQUEST_JSON: [400, 'The request JSON is not well formed.'],
  MISSING_REQUIRED_PARAMETER: [400, 'A required field / parameter is missing.'],
  INVALID_CREDENTIALS: [401, 'The client id or the access token is missing, invalid or expired.'],
  INVALID_RESOURCE_ID: [404, 'Specified resource ID does not exist. Please check the resource ID and try again.'],
  URL_TOO_LONG: [400, 'The address is longer than 2048 characters.'],
  BODY_TOO_LARGE: [413, 'The request body is larger than 32 KiB.'],
  JSON_EXPECTED: [415, 'The request body must be sent as application/json.'],
  AMOUNT_MISMATCH: [
    422,
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  ],
  CANNOT_BE_ZERO_OR_NEGATIVE: [
    422,
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  ],
  CAPTURE_FULLY_REFUNDED: [422, 'The capture has already been fully refunded.'],
  DECIMAL_PRECISION: [422, 'If the currency supports decimals, only two decimal place precision is supported.'],
  INSTRUMENT_DECLINED: [
    422,
    "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
  ],
  ITEM_TOTAL_MISMATCH: [
    422,
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ],
  ITEM_TOTAL_REQUIRED: [
    422,
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  ],
  ORDER_ALREADY_CAPTURED: [422, "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed."],
  ORDER_NOT_APPROVED: [
    422,
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call.",
  ],
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED: [422, 'The PayPal-Request-ID has already been used for another request.'],
  PERMISSION_DENIED: [403, 'You do not have permission to access or perform operations on this resource.'],
  RATE_LIMIT_REACHED: [429, 'Too many requests. Blocked due to rate limiting.'],
  REFUSED: [422, 'The requested action could not be performed.'],
  REFUND_AMOUNT_EXCEEDED: [
    422,
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  ],
  REFUND_CAPTURE_CURRENCY_MISMATCH: [422, 'Refund must be in the same currency as the capture.'],
} as const satisfies Record<string, readonly [number, string]>

const names: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  413: ['REQUEST_TOO_LARGE', 'The request is larger than the server accepts.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
}

/** Turns refusals into PayPal's error body; anything else is a defect and is left to the outermost handler. */
export async function answerErrors(ctx: Context, next: Next) {
  try {
    await next()
  } catch (thrown) {
    if (!(thrown instanceof PaypalError)) throw thrown
    const [name, message] = names[thrown.status]!
    const debugId = randomBytes(7).toString('hex').slice(1)
    ctx.status = thrown.status
    ctx.set('Paypal-Debug-Id', debugId)
    ctx.body = { name, details: [thrown.details], message, debug_id: debugId, links: thrown.links }
  }
}
