import type { CommandHandler } from '../handler/command-handler.ts'

/** Copies of one command handler share its `load`. */
const counts = new WeakMap<CommandHandler['load'], Map<string, number>>()

/**
 * How often this process has seen something happen since its case recorded it last. Lost when the process ends: a case says how
 * often at least.
 */
export function unrecordedIn({ load }: CommandHandler) {
  const known = counts.get(load) ?? new Map<string, number>()
  counts.set(load, known)
  return {
    of: (caseId: string) => known.get(caseId) ?? 0,
    note: (caseId: string) => known.set(caseId, (known.get(caseId) ?? 0) + 1),
    forget: (caseId: string) => known.delete(caseId),
  }
}
