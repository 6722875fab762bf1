import type { ReactNode } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import type { useRun } from './use-run.ts'

type ToolsProps = { running: ReturnType<typeof useRun>; canRun: boolean; children?: ReactNode }

/** The Run and Cancel buttons are the same element, so that a pressed button keeps the focus. */
export function EditorTools({ running, canRun, children }: ToolsProps) {
  const { isAway } = useCopyStatus()
  const { isRunning, run, cancel } = running
  const { share, memoryBytes } = run?.progress ?? {}
  return (
    <div className="mb-6 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      {isRunning ? (
        <AdminButton key="act" variant="outline" onClick={cancel}>
          Cancel
        </AdminButton>
      ) : (
        <AdminButton key="act" type="submit" disabled={!canRun || isAway}>
          Run
        </AdminButton>
      )}
      {children}
      <p role="status" className="type-small text-rinse">
        {isRunning && 'Running'}
      </p>
      {isRunning && (
        <>
          <progress aria-label="Progress of the question" max={1} {...(share !== undefined && { value: share })} />
          <p className="type-small num text-rinse">
            {share !== undefined && `${Math.floor(share * 100)} %`}
            {memoryBytes !== undefined && `, ${Math.ceil(memoryBytes / 2 ** 20)} MB`}
          </p>
        </>
      )}
    </div>
  )
}
