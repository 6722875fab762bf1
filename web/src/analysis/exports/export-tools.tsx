import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { numeral } from '../../lib/numeral.ts'
import { sizeOf } from './size-of.ts'
import type { useExport } from './use-export.ts'
import type { SavingState } from './use-saving.ts'

const NONE = { bytes: 0, event: 0 }

export const EXPORT_IS_EVENT =
  'Each export is recorded as an event. So an answer as of now covers one more event after an export, and the digest of its events is different.'

/** The Export and Cancel buttons are the same element, so that a pressed button keeps the focus. */
export function ExportTools({ exporting, canTake }: { exporting: ReturnType<typeof useExport>; canTake: boolean }) {
  const { isRunning, wanted, progress: taken = NONE, cancel } = exporting
  const all = wanted ? wanted.to - wanted.from + 1 : 0
  const done = wanted ? Math.max(0, taken.event - wanted.from + 1) : 0
  return (
    <div className="mb-6 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      {isRunning ? (
        <AdminButton
          key="act"
          variant="outline"
          onClick={(event) => {
            // This press turns the button into the form's submit button, and would then start another export.
            event.preventDefault()
            cancel()
          }}
        >
          Cancel
        </AdminButton>
      ) : (
        <AdminButton key="act" type="submit" disabled={!canTake}>
          Export
        </AdminButton>
      )}
      <ExportStatus {...exporting} running="Exporting" size={sizeOf(taken.bytes)} />
      {isRunning && (
        <>
          <progress aria-label="Progress of the export" max={all} value={done} />
          <p className="type-small num text-rinse">
            {numeral(done)} of {numeral(all)} events, {sizeOf(taken.bytes)}
          </p>
        </>
      )}
    </div>
  )
}

type StatusProps = Pick<SavingState<unknown, unknown>, 'isRunning' | 'wasCancelled' | 'saved'> &
  Readonly<{ running: string; size: string }>

export const ExportStatus = ({ isRunning, wasCancelled, saved, running, size }: StatusProps) => (
  <p role="status" className="type-small text-rinse">
    {isRunning && running}
    {wasCancelled && 'The export was cancelled'}
    {saved && (
      <>
        <b className="font-semibold wrap-anywhere">{saved}</b> is saved, {size}
      </>
    )}
  </p>
)
