import { PASSWORD } from '../../support/people.ts'
import { get, listening, type Row, UNKNOWN_ID } from './authorisation-row.ts'

export const publicRows: readonly Row[] = [
  { call: 'GET /api/products', ask: get('/api/products') },
  {
    call: 'GET /api/products/{id}',
    ask: (world, caller) => caller.get(`/api/products/${world.product._id}`),
    unknown: { by: 'owner', path: `/api/products/${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/products/similar/{id}',
    ask: (world, caller) => caller.get(`/api/products/similar/${world.product._id}`),
    unknown: { by: 'owner', path: `/api/products/similar/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/products/best-seller', ask: get('/api/products/best-seller') },
  { call: 'GET /api/products/new-arrivals', ask: get('/api/products/new-arrivals') },
  { call: 'GET /api/search/suggestions', ask: get('/api/search/suggestions?q=shirt') },
  {
    call: 'POST /api/webhooks/paypal',
    answered: 401,
    ask: (_, caller) => caller.post('/api/webhooks/paypal', {}),
  },
  { call: 'GET /api/products/facets', ask: get('/api/products/facets') },
  {
    call: 'GET /api/live',
    ask: listening('/api/live'),
  },
  {
    call: 'POST /api/trail',
    ask: (_, caller) =>
      caller.post('/api/trail', {
        device: 'desk',
        entry: 'direct',
        isSignedIn: false,
        seen: [{ what: 'product seen', productId: 'P1' }],
      }),
  },
  { call: 'GET /api/config', ask: get('/api/config') },
  { call: 'GET /api/openapi.json', ask: get('/api/openapi.json') },
  {
    call: 'POST /api/users/register',
    ask: (_, caller) =>
      caller.post('/api/users/register', { name: 'N', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }),
  },
]

/** A picture of one red pixel, the smallest possible PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export const uploadRows: readonly Row[] = [
  {
    call: 'POST /api/upload',
    ask: (_, caller) => {
      const form = new FormData()
      form.append('image', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
      return caller.send('POST', '/api/upload', { raw: form })
    },
  },
]
