import { createContext, useContext } from 'react'

/** What stands in the place of each `:name` of the page's path; the router says so. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

export const usePageParams = () => useContext(ParamsContext)
