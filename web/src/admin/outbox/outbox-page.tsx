import { OUTBOX_DAYS } from '@shop/language/limits'
import type { OutboxMail } from '@shop/language/mail/answers'
import { momentInWords } from '../orders/history-words.ts'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'

export function OutboxPage() {
  const list = useAdminList<OutboxMail>('outbox')
  return (
    <>
      <PageHead
        title="Outbox"
        lead={`Without a mail server, the shop sends no emails. It lists them here for ${OUTBOX_DAYS} days instead.`}
      />
      <ListBody list={list} failure="Failed to fetch the outbox" empty="There are no emails yet.">
        <ul className="border-t border-raw">
          {list.items.map((mail) => (
            <MailEntry key={mail._id} mail={mail} />
          ))}
        </ul>
      </ListBody>
    </>
  )
}

function MailEntry({ mail: { subject, to, sentAt, text } }: { mail: OutboxMail }) {
  return (
    <li className="border-b border-hair">
      <details>
        <summary className="min-h-11 cursor-pointer py-3">
          <span className="font-[550] wrap-anywhere">{subject}</span>
          <span className="type-small flex flex-wrap gap-x-4 text-stone">
            <span className="wrap-anywhere">{to}</span>
            <span className="num">{momentInWords(sentAt)}</span>
          </span>
        </summary>
        <p className="max-w-[60ch] pb-6 whitespace-pre-wrap wrap-anywhere">{text}</p>
      </details>
    </li>
  )
}
