import { restoreOrder } from '@shop/command-service/order/change-order'
import type { Random } from '@shop/language/values/random-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import type { Attempt } from './shoppers.ts'
import type { Looks } from './watch-looks.ts'

export const reason = 'Because'

/** `looks`: what people see of an order before they decide about it. `wait` lets other tasks run. */
export type Context = Readonly<{
  world: World
  random: Random
  attempt: Attempt
  looks: Looks
  wait: () => Promise<void>
}>
export type Act = (context: Context, orderId: string) => Promise<unknown>

/** Usually sends the version that a person saw some time ago. Some clients send no version. */
export async function decide(
  { world, random, attempt, looks }: Context,
  orderId: string,
  act: (metadata: CommandMetadata) => Promise<unknown>,
) {
  if (random() < 0.4) return attempt((key) => act(world.asking(key)))
  const seen = await looks.at(orderId)
  return attempt((key) => looks.decides(orderId, seen, key, () => act({ ...world.asking(key), seen: seen.version })))
}

export const restores: Act = ({ world, attempt, looks }, orderId) =>
  attempt((key) => looks.restores(orderId, key, () => restoreOrder(world.parts().commands, orderId, world.asking(key))))
