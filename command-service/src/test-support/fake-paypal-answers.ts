import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

export type CallKind = 'token' | 'userinfo' | 'create' | 'get' | 'capture' | 'get capture' | 'refund' | 'get refund'

export const DEBUG_ID = 'f0e1d2c3b4a59'

/** `raw` is sent instead of the body. Status 0 drops the connection without an answer. */
export type Answer = Readonly<{
  status: number
  body?: object
  raw?: string
  issue?: string
  isDocumented?: boolean
}>

/**
 * `moves`: whether the money moves before the answer, two seconds later, or never. `reply`: `bare` leaves out the order's amount and payee;
 * `minimal` is PayPal's answer to a request without the header `Prefer`; `dropped` sends no answer.
 */
export type Plan = {
  times: number
  status?: number
  issue?: string
  moves?: 'never' | 'first' | 'later'
  reply?: 'json' | 'html' | 'empty' | 'minimal' | 'bare' | 'dropped'
  until?: Promise<unknown>
}

export type Way = Omit<Plan, 'times'>

export const named = (ways: readonly Way[]) => ways.map((way) => [nameOf(way), way] as const)

const nameOf = ({ status = 201, issue = '', moves = 'never', reply = 'json' }: Way) =>
  [status, issue, reply === 'json' ? '' : reply, moves === 'never' ? '' : `money moves ${moves}`]
    .filter(Boolean)
    .join(' ')

type Issues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | null>>>>>>
const documented: Issues = JSON.parse(
  readFileSync(new URL('../../../paypal-simulator/schemas/issues.json', import.meta.url), 'utf8'),
)
const operations: Readonly<Partial<Record<CallKind, string>>> = {
  create: 'orders.create',
  get: 'orders.get',
  capture: 'orders.capture',
  'get capture': 'captures.get',
  refund: 'captures.refund',
  'get refund': 'refunds.get',
}

export const documentedAnswers = (kind: CallKind): readonly (readonly [status: number, issue: string])[] =>
  Object.entries(documented[operations[kind] ?? ''] ?? {}).flatMap(([status, issues]) =>
    Object.keys(issues).map((issue) => [Number(status), issue] as const),
  )

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
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
}

export function problem(kind: CallKind, status: number, issue = ''): Answer {
  const [name = 'INTERNAL_SERVER_ERROR', message = ''] = names[status] ?? []
  const own = documented[operations[kind] ?? '']?.[status]?.[issue]
  const other = Object.values(documented).map((statuses) => statuses[status]?.[issue])
  const said = own ?? other.find((one) => one !== undefined && one !== null)
  const details = issue && [{ issue, description: said ?? 'The requested action could not be performed.' }]
  const body = { name, message, debug_id: DEBUG_ID, ...(details && { details }), links: [] }
  const known = own !== undefined || other.some((one) => one !== undefined)
  return { status, body, issue, isDocumented: issue === '' || known }
}

/** `done`: the usual answer, if the call was carried out. */
export function answerOf(
  kind: CallKind,
  { status = 201, issue, reply = 'json' }: Plan,
  done: Answer | undefined,
): Answer {
  if (reply === 'dropped') return { status: 0, isDocumented: false }
  if (reply === 'html') return { status, raw: '<html><body>Please try again later.</body></html>', isDocumented: false }
  if (reply === 'empty') return { status, raw: '', isDocumented: false }
  if (status >= 400) return { ...problem(kind, status, issue), ...(names[status] ? {} : { isDocumented: false }) }
  const shown = (done?.body ?? {}) as Shown
  const { id, status: state, purchase_units: units } = shown
  const unit = { payments: units?.[0].payments }
  if (reply === 'bare') return { status, body: { id, status: state, purchase_units: [unit] }, isDocumented: false }
  return { status, body: reply === 'minimal' ? { id, status: state, links: [] } : shown }
}

type Shown = Readonly<{ id?: string; status?: string; purchase_units?: readonly [{ payments?: object }] }>

export function send(response: ServerResponse, { status, body, raw }: Answer) {
  response.writeHead(status, {
    'content-type': raw === undefined ? 'application/json' : 'text/html',
    'paypal-debug-id': DEBUG_ID,
  })
  response.end(raw ?? JSON.stringify(body))
}
