import type { ErrorCode } from '@shop/language/errors'
import type { Fault } from '@shop/stores/test-support/fault-proxy'

/** `done`: success. `stale`: success, but with data from before the failure. A code: refused in time with this standard error. */
export type Outcome = 'done' | 'stale' | ErrorCode

/** The steps in each column of the matrix (reliability 8.2), and how each step ends. */
export type Columns = Readonly<{
  browse: Readonly<{ list: Outcome; detail: Outcome; facets: Outcome }>
  cart: Readonly<{ read: Outcome; write: Outcome; writeAsGuest: Outcome }>
  login: Readonly<{ login: Outcome; register: Outcome }>
  checkout: Readonly<{ start: Outcome; beginToPay: Outcome; pay: Outcome; finalize: Outcome; read: Outcome }>
  admin: Readonly<{ products: Outcome; orders: Outcome; users: Outcome; edit: Outcome; upload: Outcome }>
}>

export type Dependency = 'log' | 'readModels' | 'jobs' | 'payments' | 'uploads' | 'cartProjection' | 'stockProjection'

export type Row = Readonly<{
  dependency: Dependency
  /** How the dependency fails. If the shop reaches it over a connection, a proxy causes the failure. */
  faults: readonly (Fault | 'full' | 'gone' | 'poisoned')[]
  columns: Columns
}>

const refused = 'UNAVAILABLE'
const noProvider = 'PROVIDER_UNAVAILABLE'

const ALL_DONE: Columns = {
  browse: { list: 'done', detail: 'done', facets: 'done' },
  cart: { read: 'done', write: 'done', writeAsGuest: 'done' },
  login: { login: 'done', register: 'done' },
  checkout: { start: 'done', beginToPay: 'done', pay: 'done', finalize: 'done', read: 'done' },
  admin: { products: 'done', orders: 'done', users: 'done', edit: 'done', upload: 'done' },
}

/** TABLE: what still works when a dependency fails (reliability 8.2, R15). */
export const matrix: readonly Row[] = [
  {
    dependency: 'log',
    faults: ['down', 'hang', 'reset'],
    columns: {
      ...ALL_DONE,
      cart: { read: 'done', write: refused, writeAsGuest: refused },
      // Signing in still works, because the shop has recent callers in memory.
      login: { login: 'done', register: refused },
      checkout: { start: refused, beginToPay: refused, pay: refused, finalize: refused, read: 'done' },
      admin: { ...ALL_DONE.admin, edit: refused, upload: refused },
    },
  },
  {
    dependency: 'readModels',
    faults: ['down', { latencyMs: 1000 }, 'hang', 'reset'],
    columns: { ...ALL_DONE, admin: { ...ALL_DONE.admin, orders: refused, users: refused } },
  },
  { dependency: 'jobs', faults: ['down', 'hang', 'reset'], columns: ALL_DONE },
  {
    dependency: 'payments',
    faults: ['down', 'hang', 'reset'],
    columns: {
      ...ALL_DONE,
      checkout: { start: 'done', beginToPay: noProvider, pay: noProvider, finalize: 'CHECKOUT_NOT_PAID', read: 'done' },
    },
  },
  // Pictures from strangers cannot take the space for admins' pictures (decisions K2: separate upload budgets).
  { dependency: 'uploads', faults: ['full'], columns: ALL_DONE },
  {
    dependency: 'uploads',
    faults: ['gone'],
    columns: { ...ALL_DONE, admin: { ...ALL_DONE.admin, upload: refused } },
  },
  {
    dependency: 'cartProjection',
    faults: ['poisoned'],
    columns: { ...ALL_DONE, cart: { ...ALL_DONE.cart, read: 'stale' } },
  },
  { dependency: 'stockProjection', faults: ['poisoned'], columns: ALL_DONE },
]

export const healthy = ALL_DONE
