import { Note } from '../ui/note.tsx'
import { Told } from '../ui/told.tsx'
import { changeInWords, type OrderChange } from './order-changes.ts'

/** Says that a change was not made, since the order is another than was shown, and what has changed of it. */
export const OrderChanged = ({ changes }: { changes: readonly OrderChange[] }) => (
  <Told about={changes}>
    <Note tone="warn">
      <p className="font-semibold">This order has changed since you opened it. Nothing was done.</p>
      {changes.length > 0 && (
        <ul className="num my-1.5">
          {changes.map((change) => (
            <li key={change.name} className="wrap-anywhere">
              {changeInWords(change)}
            </li>
          ))}
        </ul>
      )}
      <p>Look at what it is now, then decide again.</p>
    </Note>
  </Told>
)
