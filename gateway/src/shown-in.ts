import type { ApiRow } from './api-row.ts'

/** TABLE: the read models that a command may change, by the first word of its room's path. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  products: ['products', 'stock', 'stock-marks'],
  cart: ['carts'],
  checkouts: ['stock', 'stock-marks', 'products', 'orders', 'pending-payments', 'carts'],
  'own-orders': ['orders', 'stock', 'stock-marks', 'products', 'carts', 'cases'],
  orders: ['orders', 'stock', 'stock-marks', 'products', 'carts', 'cases', 'notes'],
  users: ['users', 'sessions', 'orders', 'pending-payments', 'carts', 'cases', 'notes', 'questions'],
  email: ['users'],
  password: ['sessions'],
  me: ['users', 'sessions', 'orders', 'pending-payments', 'carts', 'cases', 'notes', 'questions'],
  cases: ['cases', 'stock', 'stock-marks', 'products', 'orders', 'pending-payments', 'carts'],
  webhooks: [],
  questions: ['questions'],
  exports: [],
  uploads: [],
}

/** Whether a call may change a read model, by its name with the number: `orders@1`. */
export function mayShowIn({ at }: Pick<ApiRow, 'at'>, readModel: string): boolean {
  const [, noun = ''] = at.split('/')
  const [family = ''] = readModel.split('@')
  return shownIn[noun]?.includes(family) ?? true
}
