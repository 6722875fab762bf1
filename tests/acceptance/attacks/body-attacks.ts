import type { Answer, ShopCaller } from '../../support/caller.ts'
import type { Attack, Scene } from './attack.ts'

type Write = Readonly<{
  name: string
  by: (scene: Scene) => ShopCaller
  call: (scene: Scene) => readonly [string, string]
}>

/** TABLE: the calls that write and have a JSON body, each with a caller who may make the call. */
const writes: readonly Write[] = [
  { name: 'login', by: ({ anonymous }) => anonymous, call: () => ['POST', '/api/users/login'] },
  { name: 'register', by: ({ anonymous }) => anonymous, call: () => ['POST', '/api/users/register'] },
  { name: 'add to cart', by: ({ guest }) => guest, call: () => ['POST', '/api/cart'] },
  { name: 'change cart', by: ({ guest }) => guest, call: () => ['PUT', '/api/cart'] },
  { name: 'remove from cart', by: ({ guest }) => guest, call: () => ['DELETE', '/api/cart'] },
  { name: 'merge cart', by: ({ alice }) => alice, call: () => ['POST', '/api/cart/merge'] },
  { name: 'checkout', by: ({ alice }) => alice, call: () => ['POST', '/api/checkout'] },
  { name: 'pay', by: ({ alice }) => alice, call: () => ['PUT', '/api/checkout/pay'] },
  { name: 'list product', by: ({ root }) => root, call: () => ['POST', '/api/admin/products'] },
  { name: 'edit product', by: ({ root }) => root, call: ({ product }) => ['PUT', `/api/products/${product._id}`] },
  { name: 'make user', by: ({ root }) => root, call: () => ['POST', '/api/admin/users'] },
  { name: 'edit user', by: ({ root }) => root, call: ({ alice }) => ['PUT', `/api/admin/users/${alice.id}`] },
  { name: 'change order', by: ({ root }) => root, call: () => ['PUT', '/api/admin/orders/nothing'] },
  { name: 'refund', by: ({ root }) => root, call: () => ['POST', '/api/admin/orders/nothing/refunds'] },
  { name: 'receive return', by: ({ root }) => root, call: () => ['PUT', '/api/admin/orders/nothing/returns/nothing'] },
  { name: 'order address', by: ({ alice }) => alice, call: () => ['PUT', '/api/orders/nothing/address'] },
  { name: 'return', by: ({ alice }) => alice, call: () => ['POST', '/api/orders/nothing/returns'] },
]

type Body = Readonly<{ what: string; raw: string | Buffer; type?: string; encoding?: string; status: Attack['status'] }>

const MALFORMED = 400
const UNSUPPORTED = 415
const DEEP = 20_000
const TOO_LONG = 101 * 1024

/** TABLE: bodies that every such call must refuse. */
const bodies: readonly Body[] = [
  { what: 'a list', raw: '[]', status: MALFORMED },
  { what: 'null', raw: 'null', status: MALFORMED },
  { what: 'a bare text', raw: '"x"', status: MALFORMED },
  { what: 'a bare number', raw: '1e309', status: MALFORMED },
  { what: 'two objects', raw: '{} {}', status: MALFORMED },
  { what: 'an object cut short', raw: '{"a":', status: MALFORMED },
  { what: 'a raw control character in a text', raw: '{"a":"\u0000"}', status: MALFORMED },
  { what: 'a byte order mark', raw: '\uFEFF{}', status: MALFORMED },
  { what: 'bytes that are no UTF-8', raw: Buffer.from('7b2261223a22c328227d', 'hex'), status: MALFORMED },
  { what: `${DEEP} lists in each other`, raw: '['.repeat(DEEP) + ']'.repeat(DEEP), status: MALFORMED },
  { what: 'more than 100 KiB', raw: `{"a":"${'x'.repeat(TOO_LONG)}"}`, status: 413 },
  { what: 'JSON called text', raw: '{}', type: 'text/plain', status: UNSUPPORTED },
  {
    what: 'XML',
    raw: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    type: 'text/xml',
    status: UNSUPPORTED,
  },
  { what: 'UTF-7', raw: '{}', type: 'application/json; charset=utf-7', status: UNSUPPORTED },
  { what: 'a compressed body', raw: Buffer.from('1f8b08000000000000', 'hex'), encoding: 'gzip', status: UNSUPPORTED },
]

/** Every such call with every such body. */
export const bodyAttacks: readonly Attack[] = writes.flatMap(({ name, by, call }, row) =>
  bodies.map(({ what, raw, type = 'application/json', encoding, status }, column): Attack => {
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const send = (scene: Scene): Promise<Answer> => by(scene).send(...call(scene), { raw, headers })
    return { id: `B${row}.${column}`, what: `${name}: ${what}`, send, status }
  }),
)
