import { useState } from 'react'
import { newActKey } from './act-key.ts'

/** For acts that `useAct` does not fit. This file is apart from `act-key.ts`, because the home page does not load it. */
export function useActKey() {
  const [act] = useState(newActKey)
  return act
}
