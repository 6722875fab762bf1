/** Admins see a product with this many pieces or fewer as low on stock. (Shoppers are told from three down: web/src/products/stitches.tsx.) */
export const LOW_STOCK = 5
