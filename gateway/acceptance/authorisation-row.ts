import type { Answer, ShopCaller } from './caller.ts'
import type { Customer } from './people.ts'

export const actors = ['anonymous', 'guest', 'owner', 'other', 'admin'] as const
export type Actor = (typeof actors)[number]

export type World = {
  url: string
  product: { _id: string; name: string; price: number }
  people: Record<Actor, ShopCaller>
  owner: Customer
  other: Customer
  admin: ShopCaller & { id: string }
}

type Ask = (world: World, caller: ShopCaller, actor: Actor) => Promise<Answer>
export type Row = {
  /** Method and public path, as in the API table. */
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
  /** Expected status by actor, in the order of `actors`; null where a case makes no sense. */
  expect: readonly (number | null)[]
  ask: Ask
  /** The same call with an unknown id, made by the owner (or the admin, where only they may). */
  unknown?: { by: Actor; path: string; body?: unknown }
}

export const get =
  (path: string): Ask =>
  (_, caller) =>
    caller.get(path)

export const signedInOnly = (status: number, other: number | null, admin = status) => [401, 401, status, other, admin]
export const adminOnly = (status: number) => [401, 401, 403, 403, status]
export const everybody = (status: number) => [status, status, status, null, status]

export const NOBODY = '00000000-0000-4000-8000-000000000000'
