/** Counts the numbers below `most` that fulfil `test`, by binary search: all of them must come before the others. */
export function countWhile(test: (n: number) => boolean, most: number): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) low = middle + 1
    else high = middle
  }
  return low
}
