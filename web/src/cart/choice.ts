/** What was chosen of a product, in words; a product without sizes or colors has nothing to choose. */
export const choiceOf = ({ size, color }: { size: string; color: string }): string =>
  [size && `Size ${size}`, color && `Color ${color}`].filter(Boolean).join(' · ')
