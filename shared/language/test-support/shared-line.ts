import { type Pieces, SHARED } from '../src/stock/events.ts'
import type { PiecesLeft } from '../src/stock/pieces-left.ts'

/* The stock of a product that is not counted by size and color: only the shared line. */

export const sharedPieces = (quantity: number): Pieces[] => [{ ...SHARED, quantity }]
export const leftShared = (left: number): PiecesLeft => [{ ...SHARED, left }]
