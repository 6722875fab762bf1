import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* Makes `paypal-simulator/schemas/` from PayPal's OpenAPI documents: node reduce-documents.ts <folder of the documents> */

type Json = Readonly<Record<string, unknown>>
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Json>> }
}>
type Operation = Readonly<{ operationId?: string; responses: Readonly<Record<string, { content?: Json }>> }>
type Issue = Readonly<{ issue: { enum: readonly string[] }; description: { enum?: readonly string[] } }>

/** The keywords that restrict a value. */
const KEPT = new Set(
  'type properties items allOf anyOf oneOf required enum pattern minLength maxLength minItems maxItems minimum maximum format nullable additionalProperties'.split(
    ' ',
  ),
)
/** The formats that are kept. PayPal's own formats add no restriction to the patterns beside them. */
const FORMATS = new Set(['date-time', 'uri'])
/** Properties for payments without a PayPal wallet, for features that need a contract with PayPal, and for later steps of a dispute. */
const LEFT_OUT = new Set(
  [
    'card token bancontact blik eps giropay ideal mybank p24 sofort trustly venmo apple_pay google_pay attributes vault_id',
    'billing_agreement_id authorizations payment_instruction level_2 level_3 payment_method stored_payment_source options',
    'network_transaction_reference exchange_rate trackers evidences adjudications money_movements messages extensions offer',
    'refund_details communication_details supporting_info allowed_response_options dispute_asset asset_refunded gross_asset',
    'transaction_info.items',
  ].flatMap((names) => names.split(' ')),
)
/** TABLE: by file, the schemas that the file must have. The file also gets all schemas to which these schemas refer. */
const ROOTS = {
  checkout_orders_v2: ['order_request', 'order_capture_request', 'order', ...errors(500, 503)],
  payments_payment_v2: ['refund_request', 'capture-2', 'refund'],
  notifications_webhooks_v1: ['event', 'webhook', 'verify_webhook_signature', 'verify_webhook_signature_response'],
  customer_disputes_v1: ['dispute'],
} as const
/** The operations that a shop uses. `issues.json` lists the issues under these names. */
const OPERATIONS =
  'orders.create orders.get orders.patch orders.authorize orders.capture captures.get captures.refund refunds.get'

const folder = process.argv[2] ?? '.'
const to = join(import.meta.dirname, '../../schemas')
const documents = Object.fromEntries(
  Object.keys(ROOTS).map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Document]),
)
mkdirSync(to, { recursive: true })
for (const [name, roots] of Object.entries(ROOTS)) write(name, { $defs: reduced(documents[name]!, roots) })
write('issues', issuesOf(Object.values(documents)))

function errors(...more: number[]) {
  return [400, 401, 403, 404, 409, 415, 422, ...more].map((status) => `error_${status}`)
}

function reduced({ components: { schemas } }: Document, roots: readonly string[]) {
  const found = new Map<string, unknown>()
  const take = (name: string) => {
    if (found.has(name)) return
    found.set(name, undefined)
    found.set(name, reduce(schemas[name]!, name))
  }
  roots.forEach(take)
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))

  function reduce(schema: Json, at = ''): unknown {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.split('/').at(-1)!
      take(name)
      return { $ref: `#/$defs/${name}` }
    }
    const kept = Object.entries(schema).filter(
      ([keyword, value]) => KEPT.has(keyword) && (keyword !== 'format' || FORMATS.has(value as string)),
    )
    return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value, at)]))
  }
  function within(keyword: string, value: unknown, at: string): unknown {
    if (keyword === 'properties')
      return Object.fromEntries(
        Object.entries(value as Record<string, Json>).flatMap(([name, schema]) =>
          LEFT_OUT.has(name) || LEFT_OUT.has(`${at}.${name}`) ? [] : [[name, reduce(schema)]],
        ),
      )
    if (keyword === 'items') return reduce(value as Json)
    return /Of$/.test(keyword) ? (value as Json[]).map((one) => reduce(one)) : value
  }
}

/** By operation and status: each issue with its description, or with null. */
function issuesOf(all: readonly Document[]) {
  return Object.fromEntries(
    all.flatMap(({ paths, components }) =>
      Object.values(paths)
        .flatMap((path) => Object.values(path))
        .filter(({ operationId }) => operationId && OPERATIONS.split(' ').includes(operationId))
        .map(({ operationId, responses }) => [
          operationId!,
          Object.fromEntries(
            Object.entries(responses).flatMap(([status, response]) => {
              const [, named = ''] =
                /"#\/components\/schemas\/((?!error)[^"]*4\d\d)"/.exec(JSON.stringify(response)) ?? []
              return named ? [[status, issuesIn(components.schemas[named]!)]] : []
            }),
          ),
        ]),
    ),
  )
}

function issuesIn(schema: Json): Readonly<Record<string, string | null>> {
  const { details } = schema.properties as { details: { items: { anyOf: readonly { properties: Issue }[] } } }
  return Object.fromEntries(
    details.items.anyOf.map(({ properties: { issue, description } }) => [
      issue.enum[0]!,
      description.enum?.[0] ?? null,
    ]),
  )
}

/** Writes a file with one schema, or one issue, in each line. */
function write(name: string, content: object) {
  const lines = (value: object, depth: number): string => {
    const inner = Object.entries(value).map(([key, one]) => {
      const text = depth > 1 && one !== null && typeof one === 'object' ? lines(one, depth - 1) : JSON.stringify(one)
      return `${JSON.stringify(key)}: ${text}`
    })
    return `{\n${inner.join(',\n')}\n}`
  }
  writeFileSync(join(to, `${name}.json`), `${lines(content, name === 'issues' ? 3 : 2)}\n`)
}
