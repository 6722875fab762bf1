import { useState } from 'react'
import { newActKey } from './act-key.ts'

/**
 * The idempotency key of one form or button. The key changes only after a success or a final refusal. After any other failure the retry
 * sends the same key, so the act happens once.
 */
export function useActKey() {
  const [act] = useState(newActKey)
  return act
}
