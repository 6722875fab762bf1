import { createContext, useContext } from 'react'

/** The values of the path's `:name` parts, set by the router. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

export const usePageParams = () => useContext(ParamsContext)
