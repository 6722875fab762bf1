/** The page of a product, in one of its colors if one is given. */
export const productAddress = (id: string, color?: string): string =>
  `/product/${id}${color ? `?color=${encodeURIComponent(color)}` : ''}`
