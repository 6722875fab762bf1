/** How many pieces of each line are chosen, by the line's index from 0. */
export type ChosenPieces = Readonly<Record<number, number>>

export const linesOf = (chosen: ChosenPieces) =>
  Object.entries(chosen)
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
    .filter(({ quantity }) => quantity > 0)

export const countOf = (chosen: ChosenPieces) => Object.values(chosen).reduce((sum, quantity) => sum + quantity, 0)
