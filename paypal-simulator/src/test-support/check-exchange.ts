import documented from '../../schemas/issues.json' with { type: 'json' }
import { deviationsFrom, fieldsOf, type OfficialDocument } from './official-schemas.ts'

export type Exchange = Readonly<{
  method: string
  path: string
  requestHeaders: Headers
  requestBody: string
  status: number
  headers: Headers
  body: string
}>

type Schema = readonly [document: OfficialDocument, name: string]
type Operation = Readonly<{ name: string; method: string; path: RegExp; request?: Schema; answer?: Schema }>

const ORDERS = 'checkout_orders_v2'
const PAYMENTS = 'payments_payment_v2'
const ORDER: Schema = [ORDERS, 'order']
/** TABLE: the operations that a shop uses, with their schemas in PayPal's documents. */
const operations: readonly Operation[] = [
  {
    name: 'orders.create',
    method: 'POST',
    path: /^\/(?:v2\/checkout|sdk)\/orders$/,
    request: [ORDERS, 'order_request'],
    answer: ORDER,
  },
  { name: 'orders.get', method: 'GET', path: /^\/(?:v2\/checkout|sdk)\/orders\/[^/]+$/, answer: ORDER },
  {
    name: 'orders.capture',
    method: 'POST',
    path: /^\/(?:v2\/checkout|sdk)\/orders\/[^/]+\/capture$/,
    request: [ORDERS, 'order_capture_request'],
    answer: ORDER,
  },
  { name: 'captures.get', method: 'GET', path: /^\/v2\/payments\/captures\/[^/]+$/, answer: [PAYMENTS, 'capture-2'] },
  {
    name: 'captures.refund',
    method: 'POST',
    path: /^\/v2\/payments\/captures\/[^/]+\/refund$/,
    request: [PAYMENTS, 'refund_request'],
    answer: [PAYMENTS, 'refund'],
  },
  { name: 'refunds.get', method: 'GET', path: /^\/v2\/payments\/refunds\/[^/]+$/, answer: [PAYMENTS, 'refund'] },
  {
    name: 'webhooks.get',
    method: 'GET',
    path: /^\/v1\/notifications\/webhooks\/[^/]+$/,
    answer: ['notifications_webhooks_v1', 'webhook'],
  },
  {
    name: 'verify-webhook-signature.post',
    method: 'POST',
    path: /^\/v1\/notifications\/verify-webhook-signature$/,
    request: ['notifications_webhooks_v1', 'verify_webhook_signature'],
    answer: ['notifications_webhooks_v1', 'verify_webhook_signature_response'],
  },
]

const operationOf = ({ method, path }: Exchange) => {
  const own = /\/(?:v[12]|sdk)\/[^?]*/.exec(path)?.[0] ?? ''
  return operations.find((one) => one.method === method && one.path.test(own))
}

export function deviationsOfRequest(exchange: Exchange): readonly string[] {
  const operation = operationOf(exchange)
  if (!operation) return []
  const { requestHeaders: headers, requestBody } = exchange
  const id = headers.get('paypal-request-id')
  const found = operation.request ? deviationsFrom(...operation.request, parsed(requestBody || '{}')) : []
  return [
    ...found,
    ...(headers.has('authorization') ? [] : ['no Authorization']),
    ...(/^[a-zA-Z=]{1,25}$/.test(headers.get('prefer') ?? 'x') ? [] : ['Prefer does not have the documented form']),
    ...(id === null || (id.length > 0 && id.length <= 108)
      ? []
      : ['PayPal-Request-Id is not 1 to 108 characters long']),
    ...(exchange.method === 'GET' || headers.get('content-type') === 'application/json'
      ? []
      : ['no Content-Type of JSON']),
  ].map((deviation) => `${operation.name}: ${deviation}`)
}

export function deviationsOfAnswer(exchange: Exchange): readonly string[] {
  const operation = operationOf(exchange)
  if (!operation) return []
  const { status, headers, body } = exchange
  const json = parsed(body)
  const found =
    status < 300
      ? deviationsFrom(...(operation.answer as Schema), json)
      : deviationsOfError(operation.name, status, json)
  const debugId = headers.get('paypal-debug-id')
  return [
    ...found,
    ...(debugId ? [] : ['no Paypal-Debug-Id']),
    ...(isFailure(json) && json.debug_id !== debugId ? ['debug_id differs from Paypal-Debug-Id'] : []),
  ].map((deviation) => `${operation.name} ${status}: ${deviation}`)
}

type Failure = Readonly<{
  name: string
  message: string
  debug_id: string
  details?: readonly { issue: string; description?: string }[]
}>
const isFailure = (json: unknown): json is Failure => typeof (json as Failure | undefined)?.debug_id === 'string'

function deviationsOfError(operation: string, status: number, json: unknown): readonly string[] {
  if (status === 401 && (json as { error?: string } | undefined)?.error === 'invalid_token') return []
  // A proxy in front of PayPal's servers can answer with an HTML page.
  if (json === undefined && status >= 500) return []
  if (!isFailure(json)) return [`the error does not have PayPal's form: ${JSON.stringify(json)}`]
  // PayPal describes 413 and 429 only on its web pages.
  const shape = BEYOND.includes(status) ? [] : deviationsFrom(ORDERS, `error_${status}`, json)
  const issues = (json.details ?? []).flatMap(({ issue, description }) => {
    const said = descriptionOf(operation, status, issue)
    if (said === undefined) return BEYOND.includes(status) ? [] : [`the issue ${issue} is not documented`]
    return said === null || said === description
      ? []
      : [`the description of ${issue} is not the documented one: "${description}"`]
  })
  return [...shape, ...issues]
}

function descriptionOf(operation: string, status: number, issue: string): string | null | undefined {
  const all = documented as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | null>>>>>>
  const own = all[operation]?.[status]?.[issue]
  if (own !== undefined) return own
  return Object.values(all)
    .map((statuses) => statuses[status]?.[issue])
    .find((one) => one !== undefined)
}

const BEYOND = [413, 429]

/** TABLE: the schema of a webhook's resource, by its `resource_type`. */
const resources: Readonly<Record<string, Schema>> = {
  'checkout-order': ORDER,
  capture: [PAYMENTS, 'capture-2'],
  refund: [PAYMENTS, 'refund'],
  dispute: ['customer_disputes_v1', 'dispute'],
}

/** A webhook must have each documented field. */
export function deviationsOfWebhook(body: string): readonly string[] {
  const event = parsed(body) as { event_type: string; resource_type: string; resource: unknown }
  const missing = fieldsOf('notifications_webhooks_v1', 'event').filter((field) => !Object.hasOwn(event, field))
  const resource = resources[event.resource_type]
  return [
    ...missing.map((field) => `no ${field}`),
    ...deviationsFrom('notifications_webhooks_v1', 'event', event),
    ...(resource ? deviationsFrom(...resource, event.resource) : []),
  ].map((deviation) => `${event.event_type}: ${deviation}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
