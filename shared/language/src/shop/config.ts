import type * as z from 'zod'
import type * as answers from './answers.ts'

export type ShopConfig = z.output<typeof answers.ShopConfig>
