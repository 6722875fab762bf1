/** As it stands in a browser's tab and in a search engine's list. */
export const titled = (name: string): string => `${name} - Selvedge`
