export const searchAddress = (term: string) => `/collections/all/?search=${encodeURIComponent(term)}`
