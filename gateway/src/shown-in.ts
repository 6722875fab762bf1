import type { ApiRow } from './api-row.ts'

const ofAnAccount = [
  'users',
  'sessions',
  'orders',
  'pending-payments',
  'carts',
  'cases',
  'notes',
  'questions',
  'question-mails',
  'addresses',
  'correspondence',
]

/** TABLE: the read models that a command may change, by the first word of the path in its room. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  products: ['products', 'stock', 'stock-marks', 'deletions'],
  cart: ['carts'],
  checkouts: ['stock', 'stock-marks', 'products', 'orders', 'pending-payments', 'carts', 'deletions', 'holds'],
  'own-orders': ['orders', 'stock', 'stock-marks', 'products', 'carts', 'cases', 'deletions'],
  orders: ['orders', 'stock', 'stock-marks', 'products', 'carts', 'cases', 'notes', 'deletions'],
  users: ofAnAccount,
  email: ['users'],
  password: ['sessions', 'users'],
  me: ofAnAccount,
  cases: ['cases', 'stock', 'stock-marks', 'products', 'orders', 'pending-payments', 'carts', 'deletions', 'holds'],
  webhooks: [],
  questions: ['questions', 'boards', 'question-mails'],
  board: ['boards'],
  exports: [],
  uploads: [],
  contact: ['correspondence'],
  newsletter: ['correspondence'],
  correspondents: ['correspondence'],
}

/** Whether a call may change a read model. `readModel` is the name with the number, such as `orders@1`. */
export function mayShowIn({ at }: Pick<ApiRow, 'at'>, readModel: string): boolean {
  const [, noun = ''] = at.split('/')
  const [family = ''] = readModel.split('@')
  return shownIn[noun]?.includes(family) ?? true
}
