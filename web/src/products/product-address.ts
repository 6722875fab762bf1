export const productAddress = (id: string, color?: string): string =>
  `/product/${id}${color ? `?color=${encodeURIComponent(color)}` : ''}`
