import { pastMoments } from '../questions/past-moments.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function momentPresets(now: string): readonly { value: string; label: string }[] {
  const ago = (days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString()
  return [
    { value: pastMoments('day', 1, now)[0]!, label: 'Last noon' },
    { value: pastMoments('Friday', 1, now)[0]!, label: 'Last Friday at noon' },
    { value: ago(7), label: 'A week ago' },
    { value: pastMoments('month', 1, now)[0]!, label: 'First of the month, noon' },
    { value: ago(30), label: '30 days ago' },
  ]
}
