import { availableOf } from '@shop/language/stock/lines'
import type { Stock } from '../stock/stock-state.ts'

export const availableIn = ({ lines }: Stock) => availableOf(lines)
