import type { Difference } from './edit-conflict.ts'
import type { DraftField } from './product-draft.ts'

type TableProps = {
  differences: readonly Difference[]
  /** Undefined until the admin decides field by field. */
  choice: ReadonlySet<DraftField> | undefined
  onChoose: (field: DraftField, isMine: boolean) => void
}

export function ConflictTable({ differences, choice, onChoose }: TableProps) {
  const pick = (field: DraftField, isMine: boolean, text: string) =>
    choice ? (
      <label className="flex min-h-11 items-center gap-2 lg:min-h-6">
        <input
          type="radio"
          name={`decide-${field}`}
          className="tick"
          checked={choice.has(field) === isMine}
          onChange={() => onChoose(field, isMine)}
        />
        {text || 'empty'}
      </label>
    ) : (
      text || 'empty'
    )

  return (
    <div className="facts-changed mt-3 bg-bleach text-raw" data-narrow="stacked">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs (saved)</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, theirs, mine, isMyChange }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{pick(field, false, theirs)}</td>
              <td className={isMyChange ? 'bg-ok-wash text-ok' : ''}>{pick(field, true, mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
