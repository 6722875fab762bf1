export const choiceOf = ({ size, color }: { size: string; color: string }): string =>
  [size && `Size ${size}`, color && `Color ${color}`].filter(Boolean).join(' · ')
