import type * as z from 'zod'
import type * as answers from './shop-answers.ts'

export type ShopConfig = z.output<typeof answers.ShopConfig>
