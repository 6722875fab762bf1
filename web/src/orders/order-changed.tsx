import { Note } from '../ui/note.tsx'
import { ResultMessage } from '../ui/result-message.tsx'
import { changeInWords, type OrderChange } from './order-changes.ts'

export const OrderChanged = ({ changes }: { changes: readonly OrderChange[] }) => (
  <ResultMessage about={changes}>
    <Note tone="warn">
      <p className="font-semibold">This order has changed since you opened it, so nothing was done.</p>
      {changes.length > 0 && (
        <ul className="num my-1.5">
          {changes.map((change) => (
            <li key={change.name} className="wrap-anywhere">
              {changeInWords(change)}
            </li>
          ))}
        </ul>
      )}
      <p>{changes.length > 0 ? 'Check the changes' : 'Check the order'}, then decide again.</p>
    </Note>
  </ResultMessage>
)
