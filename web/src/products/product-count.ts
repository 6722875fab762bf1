export const productCount = (total: number) => `${total} ${total === 1 ? 'product' : 'products'}`
