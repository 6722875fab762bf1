import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allEvents } from '../all-events.ts'
import samples from './stored-samples.json' with { type: 'json' }

/** One stored sample of every version of every event. Only add samples. Change a sample only while no shop has stored that version. */
type Sample = {
  /** Digest of that version's schema. */
  schema: string
  data: unknown
  /** The upcast data of an older version. */
  reads?: unknown
}
const samplesOf = (type: string) => (samples as Record<string, readonly Sample[]>)[type] ?? []

/** Schemas that accept the same data in the same way have the same digest, even if their code differs. */
const digestOf = (schema: z.ZodType) => hash('sha256', JSON.stringify(z.toJSONSchema(schema))).slice(0, 16)

describe.each(allEvents.map((definition) => [definition.type, definition] as const))(
  '%s',
  (type, { schema, version, lift }) => {
    test('has a stored sample of each of its versions', () => {
      expect(samplesOf(type)).toHaveLength(version)
    })

    test('upcasts every stored sample without loss', () => {
      for (const [index, { data, reads }] of samplesOf(type).entries())
        expect(schema.parse(lift(data, index + 1))).toEqual(reads ?? data)
    })

    test('has the schema that was stored with its version; a changed schema needs a new version', () => {
      expect(samplesOf(type).at(-1)?.schema).toBe(digestOf(schema))
    })
  },
)

test('no stored event type is missing', () => {
  const known: readonly string[] = allEvents.map(({ type }) => type)
  expect(Object.keys(samples).filter((type) => !known.includes(type))).toEqual([])
})

test('event types are unique', () => {
  expect(new Set(allEvents.map(({ type }) => type)).size).toBe(allEvents.length)
})

test('the personal fields of an event exist in its schema and may be null', () => {
  for (const { schema, personal } of allEvents.filter((definition) => definition.personal))
    for (const field of [...personal!.fields, personal!.of]) {
      const shape = (schema as z.ZodObject).shape[field] as z.ZodType | undefined
      expect(shape?.safeParse(null).success, field).toBe(field !== personal!.of)
    }
})
