import { readModels } from '@shop/language/read-models'
import type { ApiRow } from './api-row.ts'

const familyOf = (readModel: string) => readModel.split('@')[0] ?? ''

/** For each read model, the commands that may change it. A command is given by the first word of its path. */
const changedBy = new Map(readModels.map(({ name, changedBy = [] }) => [familyOf(name), changedBy]))

/** The first words of the paths of commands that change no read model before they are answered. */
const NOT_SHOWN = ['webhooks', 'exports', 'uploads']
const nouns = new Set([...changedBy.values(), NOT_SHOWN].flat())

/** Whether a call may change a read model. `readModel` is the name with the number, such as `orders@1`. */
export function mayShowIn({ at }: Pick<ApiRow, 'at'>, readModel: string): boolean {
  const [, noun = ''] = at.split('/')
  return !nouns.has(noun) || (changedBy.get(familyOf(readModel))?.includes(noun) ?? false)
}
