import type { TailMessage } from '@shop/language/analysis/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepListening } from '../../live/keep-listening.ts'
import { chosenEvents, tailPath } from './events-api.ts'
import { putNewest } from './listed-events.ts'
import type { Filter } from './use-event-filter.ts'

export function useTail(filter: Filter, from: string | undefined, isOn: boolean) {
  const client = useQueryClient()
  const [isConnected, setConnected] = useState(false)
  const [newest, setNewest] = useState<number>()
  const path = tailPath(filter)
  const { queryKey } = chosenEvents(filter, { from })
  const key = JSON.stringify(queryKey)

  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const onEvent = ({ id, data }: { id: string; data: string }) => {
      setConnected(true)
      if (data) setNewest(Number(id))
      const { events, more } = data ? (JSON.parse(data) as TailMessage) : { events: [], more: true }
      // The list is refetched when a connection begins, or if there were too many events to send.
      if (more) void client.invalidateQueries({ queryKey })
      else putNewest(client, queryKey, events)
    }
    void keepListening({ to: () => ({ path }), onEvent, onDisconnect: () => setConnected(false) }, stop.signal)
    return () => {
      stop.abort()
      setConnected(false)
    }
  }, [client, path, key, isOn])

  return { isConnected, newest }
}
