import { staysOpen } from '@shop/language/account/caller'
import { SessionBegun, SessionEnded, type SessionEvent } from '@shop/language/account/session-events'
import { OrderedMap } from 'immutable'
import type { Decider } from '../handler/decider.ts'

/** Open sessions by id, oldest first, each with the account's `ver` when the session began. */
export type Sessions = OrderedMap<string, number>

/** A further session ends the oldest session. */
export const MOST_SESSIONS = 20

export type SessionCommand = { accountId: string; sessionId: string } & (
  | { type: 'Begin'; ver: number; begunAt: string }
  | { type: 'End' }
)

export const sessionsDecider: Decider<Sessions, SessionCommand, SessionEvent> = {
  initialState: OrderedMap(),

  evolve(sessions, event) {
    const open = sessions.filter((ver, id) => staysOpen({ id, ver }, event))
    return event.type === 'SessionBegun' ? open.set(event.data.sessionId, event.data.ver) : open
  },

  decide(command, sessions) {
    const { accountId, sessionId } = command
    switch (command.type) {
      case 'Begin': {
        const { ver, begunAt } = command
        const others = sessions.filter((other) => other >= ver)
        const [oldest] = others.size >= MOST_SESSIONS ? others.keys() : []
        return [
          ...(oldest === undefined ? [] : [SessionEnded({ accountId, sessionId: oldest })]),
          SessionBegun({ accountId, sessionId, ver, begunAt }),
        ]
      }
      case 'End':
        return sessions.has(sessionId) ? [SessionEnded({ accountId, sessionId })] : []
    }
  },

  sizeOf: ({ size }) => size,

  snapshot: {
    name: 'sessions@1',
    write: (sessions) => [...sessions],
    read: (stored: [string, number][]) => OrderedMap(stored),
  },
}
