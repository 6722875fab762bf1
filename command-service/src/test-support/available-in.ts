import { availableOf } from '@shop/language/stock/stock-lines'
import type { Stock } from '../stock/stock-state.ts'

/** The available pieces of all lines of a stock. */
export const availableIn = ({ lines }: Stock) => availableOf(lines)
