import * as z from 'zod'
import { answers } from './answers.ts'

export type Json = Record<string, unknown>

/** Describes values as the client sends them, before they are trimmed and converted. */
export const schemaOfInput = (schema: z.ZodType): Json => withoutDialect(z.toJSONSchema(schema, input))

export function schemasOfAnswers(): Record<string, Json> {
  const named = z.registry<{ id: string }>()
  const byName = Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [id, schema] of byName) named.add(schema, { id })
  const { schemas } = z.toJSONSchema(named, { ...output, uri: referenceTo })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDialect(schema)]))
}

export const schemaOfOutput = (schema: z.ZodType): Json => withoutDialect(z.toJSONSchema(schema, output))

export const referenceTo = (name: string) => `#/components/schemas/${name}`

/** A type that JSON Schema cannot express becomes a schema that allows any value. */
const common = { unrepresentable: 'any', override: tidied } as const
const input = { ...common, io: 'input' } as const
const output = { ...common, io: 'output' } as const

function tidied({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  // `readonly` is meant for TypeScript. In OpenAPI, `readOnly` would forbid clients from sending the value.
  delete jsonSchema.readOnly
  // The format is easier to read than the pattern.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  // Tools disagree about this format, and the pattern is exact.
  if (jsonSchema.format === 'email') delete jsonSchema.format
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** OpenAPI 3.1 defines one dialect for all schemas of a document. */
function withoutDialect({ $schema: _, $id: __, ...schema }: z.core.JSONSchema.BaseSchema): Json {
  return schema
}
