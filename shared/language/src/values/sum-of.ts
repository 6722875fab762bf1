export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
