/** The URL of a product's page. With `color`, the page begins with this color. */
export const productAddress = (id: string, color?: string): string =>
  `/product/${id}${color ? `?color=${encodeURIComponent(color)}` : ''}`
