import { randomBytes } from 'node:crypto'
import type { Context, Next } from 'koa'
import { descriptionOf } from './documented-issues.ts'

type Link = Readonly<{ href: string; rel: string; method: string }>
type More = Readonly<{
  field?: string
  links?: readonly Link[]
  /** The answer is an HTML page, as from a proxy in front of PayPal's servers. */
  isPage?: boolean
}>

/** A refusal in PayPal's form. Some refusals have no issue, because their status is enough. */
export class PaypalError extends Error {
  readonly status: number
  readonly issue: string | undefined
  readonly more: More

  constructor(status: number, issue?: string, more: More = {}) {
    super(issue ?? String(status))
    this.status = status
    this.issue = issue
    this.more = more
  }
}

/** The answer to a bearer token that is not valid (RFC 6750). */
export class InvalidToken extends PaypalError {
  constructor() {
    super(401)
  }
}

/** TABLE: the documented name and message of each status. */
const names: Readonly<Record<number, readonly [name: string, message: string]>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  413: ['REQUEST_TOO_LARGE', 'The request is larger than the server accepts.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
}

export async function answerErrors(ctx: Context, next: Next) {
  ctx.set('Paypal-Debug-Id', randomBytes(7).toString('hex').slice(1))
  try {
    await next()
  } catch (thrown) {
    if (!(thrown instanceof PaypalError)) throw thrown
    answerError(ctx, thrown)
  }
}

export function answerError(ctx: Context, error: PaypalError) {
  ctx.status = error.status
  ctx.body = bodyOf(ctx, error)
}

function bodyOf(ctx: Context, error: PaypalError): object | string {
  if (error instanceof InvalidToken)
    return { error: 'invalid_token', error_description: 'Token signature verification failed' }
  const { status, issue, more } = error
  const named = names[status]
  if (!named || more.isPage) return '<html><body>The service is not available right now.</body></html>'
  const [name, message] = named
  const { field, links = [] } = more
  const detail = issue && {
    ...(field && { field, location: 'body' }),
    issue,
    description: descriptionOf(ctx, status, issue),
  }
  const pages = `https://developer.paypal.com/docs/api/${ctx.path.includes('/payments/') ? 'payments' : 'orders'}/v2/`
  return {
    name,
    ...(detail && { details: [detail] }),
    message,
    debug_id: ctx.response.get('Paypal-Debug-Id'),
    links: [{ href: `${pages}#error-${issue ?? name}`, rel: 'information_link', method: 'GET' }, ...links],
  }
}

/** TABLE: the issues that the simulator itself detects, with their status. */
const found = {
  ACTION_DOES_NOT_MATCH_INTENT: 422,
  AMOUNT_MISMATCH: 422,
  AUTH_CAPTURE_NOT_ENABLED: 422,
  BODY_TOO_LARGE: 413,
  CANNOT_BE_ZERO_OR_NEGATIVE: 422,
  CAPTURE_FULLY_REFUNDED: 422,
  CITY_REQUIRED: 422,
  DECIMALS_NOT_SUPPORTED: 422,
  DECIMAL_PRECISION: 422,
  DUPLICATE_INVOICE_ID: 422,
  INSTRUMENT_DECLINED: 422,
  INVALID_ARRAY_MAX_ITEMS: 400,
  INVALID_ARRAY_MIN_ITEMS: 400,
  INVALID_COUNTRY_CODE: 400,
  INVALID_CURRENCY_CODE: 422,
  INVALID_PARAMETER_SYNTAX: 400,
  INVALID_PARAMETER_VALUE: 400,
  INVALID_RESOURCE_ID: 404,
  INVALID_STRING_LENGTH: 400,
  ITEM_TOTAL_MISMATCH: 422,
  ITEM_TOTAL_REQUIRED: 422,
  MALFORMED_REQUEST_JSON: 400,
  MAX_VALUE_EXCEEDED: 422,
  MISSING_REQUIRED_PARAMETER: 400,
  MULTI_CURRENCY_ORDER: 422,
  NOT_PATCHABLE: 422,
  NOT_SUPPORTED: 400,
  ORDER_ALREADY_CAPTURED: 422,
  ORDER_ALREADY_COMPLETED: 422,
  ORDER_NOT_APPROVED: 422,
  PAYEE_ACCOUNT_INVALID: 422,
  PAYPAL_REQUEST_ID_REQUIRED: 400,
  PENDING_CAPTURE: 422,
  POSTAL_CODE_REQUIRED: 422,
  RATE_LIMIT_REACHED: 429,
  REFUND_AMOUNT_EXCEEDED: 422,
  REFUND_CAPTURE_CURRENCY_MISMATCH: 422,
  REFUND_NOT_ALLOWED: 422,
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 422,
  SHIPPING_ADDRESS_INVALID: 422,
  TAX_TOTAL_MISMATCH: 422,
  TAX_TOTAL_REQUIRED: 422,
  URL_TOO_LONG: 400,
} as const
export type Issue = keyof typeof found

export const refused = (issue: Issue, more?: More) => new PaypalError(found[issue], issue, more)
