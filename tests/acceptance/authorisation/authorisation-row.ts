import type { Actor } from '../../../gateway/src/permissions.ts'
import type { Answer, ShopCaller } from '../../support/caller.ts'
import type { Customer } from '../../support/people.ts'

export type World = {
  url: string
  product: { _id: string; name: string; price: number }
  people: Record<Actor, ShopCaller>
  owner: Customer
  other: Customer
  admin: ShopCaller & { id: string }
  /** The id of one of the analyst's runs, which has already an answer. */
  runId: string
}

type Ask = (world: World, caller: ShopCaller, actor: Actor, given?: unknown) => Promise<Answer>
export type Row = {
  /** The method and public path, as in the API table. */
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
  /** The status for all who may make the call, if it is not the status in the API table: the test lacks a link, a signature or a case. */
  answered?: number
  /** The statuses for single actors, if they are not the statuses of the permission. */
  instead?: Partial<Record<Actor, number>>
  /**
   * Creates the object of the call, such as an order. A call that changes its object gets a new object. All calls that are refused, or that
   * only read, use the same object.
   */
  given?: (world: World) => Promise<unknown>
  ask: Ask
  /** The same call with an unknown id. `by`: the owner, or the admin if only admins may make the call. */
  unknown?: { by: Actor; path: string; body?: unknown }
}

/** Two fields of a row, for a call about an object that must exist first. */
export const on = <Given>(
  given: (world: World) => Promise<Given>,
  ask: (given: Given, caller: ShopCaller) => Promise<Answer>,
): Pick<Row, 'given' | 'ask'> => ({ given, ask: (_world, caller, _actor, made) => ask(made as Given, caller) })

export const get =
  (path: string): Ask =>
  (_, caller) =>
    caller.get(path)

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Makes a call that is answered with a stream. When the answer begins, ends the call. */
export const listening =
  (path: string): Ask =>
  async ({ url }, { token }) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await fetch(url + path, { headers })
    const { status, headers: answered } = answer
    if (status !== 200) return { status, headers: answered, body: await answer.json() }
    await answer.body?.cancel()
    return { status, headers: answered, body: undefined }
  }
