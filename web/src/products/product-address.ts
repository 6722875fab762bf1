/** The address of a product's page, in one of its colors if given. */
export const productAddress = (id: string, color?: string): string =>
  `/product/${id}${color ? `?color=${encodeURIComponent(color)}` : ''}`
