import * as z from 'zod'

/** The type of a value in DuckDB. `words`: the text is one of these, so it cannot be personal. */
export type Shape =
  | Readonly<{ is: 'VARCHAR'; words?: readonly string[] }>
  | Readonly<{ is: 'BIGINT' | 'DOUBLE' | 'BOOLEAN' }>
  /** A record with any keys, or a value of one of several types, as a JSON text. */
  | Readonly<{ is: 'JSON' }>
  | Readonly<{ is: 'list'; of: Shape }>
  | Readonly<{ is: 'struct'; fields: Readonly<Record<string, Shape>> }>
export type Struct = Extract<Shape, { is: 'struct' }>

type JsonSchema = z.core.JSONSchema.BaseSchema

export function shapeOf(schema: z.ZodType): Struct {
  const shape = shaped(z.toJSONSchema(schema))
  if (shape.is !== 'struct') throw new TypeError('the data of an event must be an object')
  return shape
}

function shaped(schema: JsonSchema): Shape {
  const { anyOf, properties, items } = schema
  // A null in the union is ignored, because every column can be null.
  if (anyOf) {
    const others = anyOf.filter((one) => (one as JsonSchema).type !== 'null') as JsonSchema[]
    return others.length === 1 ? shaped(others[0]!) : { is: 'JSON' }
  }
  const types = [schema.type].flat().filter((one) => one !== 'null')
  const type = types.length === 1 ? types[0] : undefined
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (type === 'string') return { is: 'VARCHAR', ...(words && { words: words.map(String) }) }
  if (type === 'integer') return { is: 'BIGINT' }
  if (type === 'number') return { is: 'DOUBLE' }
  if (type === 'boolean') return { is: 'BOOLEAN' }
  if (type === 'array') return { is: 'list', of: shaped(items as JsonSchema) }
  if (type === 'object' && properties)
    return {
      is: 'struct',
      fields: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, shaped(property as JsonSchema)]),
      ),
    }
  return { is: 'JSON' }
}

/** The paths of free texts, which need a treatment. A list's elements have the path of the list. */
export function textPaths(shape: Shape, path = ''): readonly string[] {
  if (shape.is === 'list') return textPaths(shape.of, path)
  if (shape.is === 'struct')
    return Object.entries(shape.fields).flatMap(([name, field]) => textPaths(field, path ? `${path}.${name}` : name))
  return shape.is === 'JSON' || (shape.is === 'VARCHAR' && !shape.words) ? [path] : []
}
