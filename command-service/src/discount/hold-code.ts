import { discountStream } from '@shop/language/correspondence/discount-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { type DiscountCommand, discountDecider } from './discount-decider.ts'

export type CodeUse = Pick<DiscountCommand, 'emailKey' | 'checkoutId'>

/** Throws OUT_OF_STOCK if another hold has the code. */
export const reserveCode = (commands: CommandHandler, use: CodeUse, metadata: CommandMetadata) =>
  sendCommand(commands, 'Reserve', use, onceOnly(metadata, 'hold', use.checkoutId, 'code'))

/** Does nothing if another hold has the code. */
export const releaseCode = (commands: CommandHandler, use: CodeUse, metadata: CommandMetadata) =>
  sendCommand(commands, 'Release', use, furtherCommand(metadata, 'release', use.checkoutId, 'code'))

export const holderOf = async (commands: CommandHandler, emailKey: string) =>
  (await commands.load(discountDecider, discountStream(emailKey))).state.heldBy

function sendCommand(
  commands: CommandHandler,
  type: DiscountCommand['type'],
  { emailKey, checkoutId }: CodeUse,
  metadata: CommandMetadata,
) {
  return commands.ensure(discountDecider, discountStream(emailKey), { type, emailKey, checkoutId }, metadata)
}
