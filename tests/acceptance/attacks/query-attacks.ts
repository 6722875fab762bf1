import type { ShopCaller } from '../../support/caller.ts'
import type { Attack, Scene } from './attack.ts'

type List = Readonly<{ path: string; by: (scene: Scene) => ShopCaller }>

/** TABLE: the lists, each with a caller who may see it. */
const lists: readonly List[] = [
  { path: '/api/products', by: ({ anonymous }) => anonymous },
  { path: '/api/orders/my-orders', by: ({ alice }) => alice },
  { path: '/api/admin/products', by: ({ root }) => root },
  { path: '/api/admin/orders', by: ({ root }) => root },
  { path: '/api/admin/users', by: ({ root }) => root },
]

/** TABLE: queries that every list must refuse. */
const queries: readonly string[] = [
  'limit=0',
  'limit=-1',
  'limit=1001',
  'limit=1e9',
  'limit=1;DROP%20TABLE%20events',
  'limit=10&limit=20',
  'limit[$gt]=0',
  'limit[]=1',
  'cursor=..%2F..%2Fetc%2Fpasswd',
  'cursor=%00',
  'cursor[$ne]=x',
  'cursor=AAAA',
]

/** Every list with every such query. */
export const queryAttacks: readonly Attack[] = lists.flatMap(({ path, by }, row) =>
  queries.map((query, column): Attack => {
    const send = (scene: Scene) => by(scene).get(`${path}?${query}`)
    return { id: `Q${row}.${column}`, what: `${path}?${query}`, send, status: 400 }
  }),
)
