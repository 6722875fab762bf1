import { readModels } from '@shop/language/read-models'
import type { ApiRow } from './api-row.ts'

const familyOf = (readModel: string) => readModel.split('@')[0] ?? ''

/** For each read model, the commands that may change it. A command is given by the first word of its path. */
const changedBy = new Map(readModels.map(({ name, changedBy = [] }) => [familyOf(name), changedBy]))

/** The commands that change no read model before they are answered, by the first word of their path. */
const NOT_SHOWN = ['webhooks', 'exports', 'uploads']
const nouns = new Set([...changedBy.values(), NOT_SHOWN].flat())

/** Whether a call may change a read model. A call that is in no list may change any. `readModel` has its number, as in `orders@1`. */
export function mayShowIn({ at }: Pick<ApiRow, 'at'>, readModel: string): boolean {
  const [, noun = ''] = at.split('/')
  return !nouns.has(noun) || (changedBy.get(familyOf(readModel))?.includes(noun) ?? false)
}
