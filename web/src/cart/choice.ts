/** Empty for a product without sizes and colors. */
export const choiceOf = ({ size, color }: { size: string; color: string }): string =>
  [size && `Size ${size}`, color && `Color ${color}`].filter(Boolean).join(' · ')
