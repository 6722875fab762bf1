import { readModels } from '@shop/language/read-models'
import type { ApiRow } from './api-row.ts'

const familyOf = (readModel: string) => readModel.split('@')[0] ?? ''

/** For each read model: the first path words of the commands that may change it. */
const changedBy = new Map(readModels.map(({ name, changedBy = [] }) => [familyOf(name), changedBy]))

/** The first path words of the commands that change no read model. */
const NOT_SHOWN = ['webhooks', 'exports', 'uploads']
const nouns = new Set([...changedBy.values(), NOT_SHOWN].flat())

/** Whether a call may change a read model, such as `orders@1`. A call that is in no list may change any read model. */
export function mayShowIn({ at }: Pick<ApiRow, 'at'>, readModel: string): boolean {
  const [, noun = ''] = at.split('/')
  return !nouns.has(noun) || (changedBy.get(familyOf(readModel))?.includes(noun) ?? false)
}
