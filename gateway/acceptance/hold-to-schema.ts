import { refusalWith } from '@shop/language/api/refusal-answers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi } from '../src/openapi/document.ts'
import { schemaOfOutput } from '../src/openapi/json-schemas.ts'

type Headers_ = Readonly<Record<string, { $ref: string }>>
type Described = Readonly<{ headers?: Headers_; content?: Readonly<Record<string, unknown>> }>
type Operation = Readonly<{ responses: Readonly<Record<string, Described>> }>
type Path = Readonly<Record<string, Operation>>

const ID = 'shop'
/** Headers that only an answer whose description names them may have. */
const NAMED = ['etag', 'link', 'x-consistency', 'set-cookie']

/** What the OpenAPI document says of the API, as a client gets it: only what survives JSON counts. */
export const document = JSON.parse(JSON.stringify(openApi())) as {
  paths: Readonly<Record<string, Path>>
  components: { headers: Readonly<Record<string, { required?: boolean }>>; schemas: Readonly<Record<string, object>> }
}

// Each process of the tests compiles what it meets: not a schema within another each time, and the linter has looked at the document.
const ajv = new Ajv2020({
  allErrors: true,
  strictTypes: false,
  multipleOfPrecision: 6,
  inlineRefs: false,
  validateSchema: false,
})
formats.default(ajv)
ajv.addFormat('cursor', true)
ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
ajv.addSchema(document, ID)
// Beside the document, which describes only methods that are answered.
ajv.addSchema(schemaOfOutput(refusalWith(['METHOD_NOT_ALLOWED'], 405)), 'MethodNotAllowed')

const paths = Object.keys(document.paths)
  .map((path) => ({ path, matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters comes before one that has some.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

/** Throws when an answer of the API is not what the OpenAPI document says of it: status, headers, type and body. */
export function holdToSchema(method: string, address: string, response: Response, body: unknown) {
  const { pathname } = new URL(address, 'http://shop.test')
  const path = paths.find(({ matches }) => matches.test(pathname))?.path
  const operation = path && document.paths[path]?.[method.toLowerCase()]
  if (method === 'HEAD' || method === 'OPTIONS' || !(path ?? pathname.startsWith('/api/'))) return
  const said = `${method} ${pathname} answers ${response.status}`
  const { described, at } = operation
    ? { described: operation.responses[response.status], at: responseAt(path, method, response.status) }
    : { described: undescribed(response.status), at: '' }
  if (!described) throw new Error(`${said}, which its description does not have: ${JSON.stringify(body)}`)
  holdHeaders(said, described.headers, response.headers)
  if (!described.content) return
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  if (!Object.hasOwn(described.content, type)) throw new Error(`${said} as ${type || 'nothing'}`)
  if (type !== 'application/json') return
  hold(`${said} with`, at ? `${at}/content/application~1json/schema` : (NOWHERE[response.status] ?? ''), body)
}

const COMPONENTS = `${ID}#/components`
/** What is answered at an address that is not described, and to methods that one is not described with. */
const NOWHERE: Readonly<Record<number, string>> = {
  400: `${COMPONENTS}/schemas/BadRequest`,
  404: `${COMPONENTS}/schemas/NotFound`,
  405: 'MethodNotAllowed',
  429: `${COMPONENTS}/schemas/RateLimited`,
  503: `${COMPONENTS}/schemas/Unavailable`,
}
const undescribed = (status: number): Described | undefined =>
  NOWHERE[status] === undefined ? undefined : { content: { 'application/json': {} } }

const responseAt = (path: string, method: string, status: number) =>
  `${ID}#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

function holdHeaders(said: string, described: Headers_ = {}, sent: Headers) {
  for (const [name, { $ref }] of Object.entries(described)) {
    const value = sent.get(name)
    const at = `${ID}${$ref}`
    const { required } = document.components.headers[at.split('/').at(-1) ?? ''] ?? {}
    if (value === null && required) throw new Error(`${said} without ${name}`)
    if (value !== null) hold(`${said} with ${name}`, `${at}/schema`, /^\d+$/.test(value) ? Number(value) : value)
  }
  const names = Object.keys(described).map((name) => name.toLowerCase())
  const odd = NAMED.find((name) => isTold(name, sent) && !names.includes(name))
  if (odd) throw new Error(`${said} with ${odd}, which its description does not have`)
}

/** A weak ETag is the server's way to save bytes, of which a client need not know. */
const isTold = (name: string, sent: Headers) => sent.has(name) && !sent.get(name)?.startsWith('W/')

function hold(said: string, at: string, value: unknown) {
  const validate = ajv.getSchema(at)
  if (!validate) throw new Error(`There is no schema at ${at}`)
  if (validate(value)) return
  throw new Error(
    `${said} what its schema does not allow: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
  )
}
