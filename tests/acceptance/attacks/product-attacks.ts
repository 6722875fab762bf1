import { type Attack, assertThat, type Scene } from './attack.ts'

const list = (query: string) => (scene: Scene) => scene.anonymous.get(`/api/products?${query}`)

export const productAttacks: readonly Attack[] = [
  {
    id: 'P01',
    what: 'a regular expression of 5,000 letters',
    send: list(`search=${encodeURIComponent(`(a+)+$${'a'.repeat(4000)}`)}`),
    status: 400,
  },
  {
    id: 'P01b',
    what: 'a regular expression',
    send: list(`search=${encodeURIComponent('(a+)+$')}`),
    status: 200,
    isCheap: true,
  },
  {
    id: 'P02',
    what: 'suggestions for words that are all near to none',
    send: (scene) => scene.anonymous.get(`/api/search/suggestions?q=${encodeURIComponent('shrqt skqrt '.repeat(8))}`),
    status: 200,
    isCheap: true,
  },
  { id: 'P03', what: 'a query operator in a filter', send: list('category[$ne]=x'), status: 400 },
  { id: 'P05', what: 'a price of 1e400', send: list('minPrice=1e400'), status: 400 },
  { id: 'P07', what: '10,000 commas', send: list(`size=${'S,'.repeat(2000)}`), status: [400, 414], isCheap: true },
  {
    id: 'P09',
    what: 'a nested prototype',
    send: list('a[__proto__][x]=1&a[length]=100000000'),
    status: [200, 400],
    isCheap: true,
  },
  {
    id: 'P11',
    what: 'a malformed percent-escape',
    send: (scene) => scene.anonymous.get('/api/products/%E0%A4%A'),
    status: 400,
  },
  {
    id: 'P13',
    what: 'SQL',
    send: list(`search=${encodeURIComponent("';DROP TABLE events--")}`),
    status: 200,
    check: ({ body }) => assertThat(body.length === 0, 'finds nothing'),
  },
  {
    id: 'P14',
    what: 'a grid of 501 sizes',
    send: (scene) =>
      scene.root.put(`/api/products/${scene.product._id}`, {
        stock: Array.from({ length: 501 }, (_, n) => ({ size: `${n}`, color: 'Red', countInStock: 1 })),
      }),
    status: 400,
  },
  {
    id: 'P14b',
    what: 'pieces that a customer says came in',
    send: (scene) => scene.alice.post(`/api/admin/products/${scene.product._id}/stock/receipts`, { quantity: 1000 }),
    status: 403,
  },
  {
    id: 'P15',
    what: 'a delete without a token',
    send: (scene) => scene.anonymous.delete(`/api/products/${scene.product._id}`),
    status: 401,
  },
  {
    id: 'P17',
    what: 'markup in a product',
    send: (scene) =>
      scene.root.post('/api/admin/products', {
        name: '<svg onload=alert(1)>',
        description: '<script>alert(1)</script>',
        price: 1,
      }),
    status: 201,
    check: ({ body }) => assertThat(body.name === '<svg onload=alert(1)>', 'kept as text'),
  },
  {
    id: 'P19',
    what: 'a SKU that another product has',
    prepare: async (scene) => [(await scene.root.post('/api/admin/products', { name: 'Second', price: 1 })).body._id],
    send: (scene, id) => scene.root.put(`/api/admin/products/${id}`, { _id: 'other', sku: scene.product.sku }),
    status: [400, 409],
  },
  {
    id: 'P21',
    what: 'a script address for a picture',
    send: (scene) =>
      scene.root.post('/api/admin/products', { name: 'X', price: 1, images: [{ url: 'javascript:alert(1)' }] }),
    status: 400,
  },
  {
    id: 'A11',
    what: 'another spelling of an admin path',
    send: (scene) => scene.alice.get('/api/Admin/users'),
    status: [403, 404],
  },
  { id: 'A11b', what: 'a doubled slash', send: (scene) => scene.alice.get('/api//admin/users'), status: [403, 404] },
  { id: 'A11c', what: 'a slash at the end', send: (scene) => scene.alice.get('/api/admin/users/'), status: [403, 404] },
  { id: 'A11d', what: 'an escaped letter', send: (scene) => scene.alice.get('/api/admin/%75sers'), status: [403, 404] },
  {
    id: 'H11',
    what: 'an unknown path',
    send: (scene) => scene.anonymous.get('/api/nope'),
    status: 404,
    code: 'NOT_FOUND',
    check: ({ headers }) => assertThat(!headers.get('x-powered-by'), 'names no framework'),
  },
]
