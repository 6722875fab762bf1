import { createContext, useContext } from 'react'

/** The values of the `:name` parts of the page's path, set by the router. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

export const usePageParams = () => useContext(ParamsContext)
