import { readFileSync } from 'node:fs'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'

type Json = Readonly<Record<string, unknown>>
export type OfficialDocument =
  | 'checkout_orders_v2'
  | 'payments_payment_v2'
  | 'notifications_webhooks_v1'
  | 'customer_disputes_v1'

// `unicodeRegExp` is off, because one of PayPal's patterns is not valid with the `u` flag.
const ajv = new Ajv2019({ allErrors: true, strict: false, unicodeRegExp: false })
formats.default(ajv)
const documents = new Map<OfficialDocument, { $defs: Readonly<Record<string, Json>> }>()

/** A field that is not in the schema counts as a deviation. */
export function deviationsFrom(document: OfficialDocument, name: string, value: unknown): readonly string[] {
  const validate = validatorOf(document, name)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${params.unevaluatedProperty ?? params.allowedValues?.join(' | ') ?? ''}`.trim(),
  )
}

/** Leaves out the fields of other schemas that the schema refers to. */
export const fieldsOf = (document: OfficialDocument, name: string) =>
  Object.keys(open(document).$defs[name]?.properties ?? {})

function validatorOf(document: OfficialDocument, name: string): ValidateFunction {
  open(document)
  const $id = `${document}-${name}`
  return ajv.getSchema($id) ?? ajv.compile({ $id, ...unknownToo({ $ref: `${document}#/$defs/${name}` }) })
}

function open(document: OfficialDocument) {
  const known = documents.get(document)
  if (known) return known
  const read = JSON.parse(readFileSync(new URL(`../../schemas/${document}.json`, import.meta.url), 'utf8'))
  ajv.addSchema({ $id: document, $defs: mapped(read.$defs, closed) })
  documents.set(document, read)
  return read as { $defs: Readonly<Record<string, Json>> }
}

/** Returns a stricter schema: objects in its properties and items can have only the fields that the schema names. */
function closed(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties')
        return [keyword, mapped(value as Record<string, Json>, (one) => unknownToo(closed(one)))]
      if (keyword === 'items') return [keyword, unknownToo(closed(value as Json))]
      return [keyword, /Of$/.test(keyword) ? (value as Json[]).map(closed) : value]
    }),
  )
}

const unknownToo = (schema: Json): Json =>
  schema.additionalProperties === undefined ? { ...schema, unevaluatedProperties: false } : schema

const mapped = (schemas: Readonly<Record<string, Json>>, change: (schema: Json) => Json) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
