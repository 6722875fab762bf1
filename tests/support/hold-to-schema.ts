import { refusalWith } from '@shop/language/refusal/answers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi } from '../../gateway/src/openapi/document.ts'
import { schemaOfOutput } from '../../gateway/src/openapi/json-schemas.ts'

type Headers_ = Readonly<Record<string, { $ref: string }>>
type Described = Readonly<{ headers?: Headers_; content?: Readonly<Record<string, unknown>> }>
type Operation = Readonly<{ responses: Readonly<Record<string, Described>> }>
type Path = Readonly<Record<string, Operation>>

const ID = 'shop'
/** If an answer has one of these headers, the document must describe the header for this answer. */
const NAMED = ['etag', 'link', 'x-consistency', 'set-cookie']

/** The OpenAPI document as a client gets it, without values that JSON drops. */
const document = JSON.parse(JSON.stringify(openApi())) as {
  paths: Readonly<Record<string, Path>>
  components: { headers: Readonly<Record<string, { required?: boolean }>>; schemas: Readonly<Record<string, object>> }
}

// Each test process compiles only the schemas that it needs, because nested schemas are not inlined. The schemas themselves are not
// validated, because the linter has checked the document.
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
// This schema is added here, because the document describes only methods that the shop supports.
ajv.addSchema(schemaOfOutput(refusalWith(['METHOD_NOT_ALLOWED'], 405)), 'MethodNotAllowed')

const paths = Object.keys(document.paths)
  .map((path) => ({ path, matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // Paths without parameters come before paths with parameters.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

/** Throws if an answer of the API contradicts the OpenAPI document: status, headers, type or body. */
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
/** The schemas of answers for addresses and methods that the document does not describe. */
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
  const odd = NAMED.find((name) => isCounted(name, sent) && !names.includes(name))
  if (odd) throw new Error(`${said} with ${odd}, which its description does not have`)
}

/** Whether an answer has a header that the document must describe. A weak ETag need not be described, because clients can ignore it. */
const isCounted = (name: string, sent: Headers) => sent.has(name) && !sent.get(name)?.startsWith('W/')

function hold(said: string, at: string, value: unknown) {
  const validate = ajv.getSchema(at)
  if (!validate) throw new Error(`There is no schema at ${at}`)
  if (validate(value)) return
  throw new Error(
    `${said} what its schema does not allow: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
  )
}
