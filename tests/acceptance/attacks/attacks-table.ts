import { loginAttacks, registerAttacks } from './account-attacks.ts'
import { afterBuyingAttacks } from './after-buying-attacks.ts'
import type { Attack } from './attack.ts'
import { bodyAttacks } from './body-attacks.ts'
import { cartAttacks } from './cart-attacks.ts'
import { checkoutAttacks } from './checkout-attacks.ts'
import { mailedLinkAttacks } from './mailed-link-attacks.ts'
import { ownAccountAttacks } from './own-account-attacks.ts'
import { productAttacks } from './product-attacks.ts'
import { queryAttacks } from './query-attacks.ts'
import { tokenAttacks } from './token-attacks.ts'
import { webhookAttacks } from './webhook-attacks.ts'

/** TABLE: the attacks, grouped by their target. */
export const allAttacks: readonly Attack[] = [
  ...loginAttacks,
  ...registerAttacks,
  ...tokenAttacks,
  ...ownAccountAttacks,
  ...mailedLinkAttacks,
  ...cartAttacks,
  ...productAttacks,
  ...checkoutAttacks,
  ...afterBuyingAttacks,
  ...bodyAttacks,
  ...queryAttacks,
  ...webhookAttacks,
]

/** For each group and each expected answer, the first attack. The shop as several processes is tested only with these attacks. */
export const oneAttackOfEachKind: readonly Attack[] = [
  ...Map.groupBy(allAttacks, ({ id, status, code }) => [id[0], status, code].join()).values(),
].flatMap(([first]) => first ?? [])
