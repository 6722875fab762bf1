import { availableOf } from '@shop/language/stock/stock-lines'
import type { Stock } from '../stock/stock-state.ts'

/** What is available of all lines of a stock together. */
export const availableIn = ({ lines }: Stock) => availableOf(lines)
