import { useQuery } from '@tanstack/react-query'
import { copiedEvent } from './questions-api.ts'

/** When the shop opened: the time of its first event. Undefined until it is fetched. */
export const useOpened = () => useQuery(copiedEvent(1)).data?.recordedAt ?? undefined
