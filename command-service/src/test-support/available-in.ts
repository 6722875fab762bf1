import { availableOf } from '@shop/language/stock/lines'
import type { Stock } from '../stock/stock-state.ts'

/** The number of available pieces in all lines of a stock. */
export const availableIn = ({ lines }: Stock) => availableOf(lines)
