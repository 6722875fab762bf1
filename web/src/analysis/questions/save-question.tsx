import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { useActKey } from '../../lib/act-key.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PutOnBoard } from './put-on-board.tsx'
import { isQuestionName, NAME_RULE } from './question-name.ts'
import { savedQuestions, saveQuestion } from './questions-api.ts'
import { DeleteQuestion, RenameQuestion } from './saved-tools.tsx'
import type { Draft } from './use-draft.ts'
import { WeeklyMail } from './weekly-mail.tsx'

/** Saves the question under a name. If the name exists, its question gets a new version. */
export function SaveQuestion({ draft }: { draft: Draft }) {
  const client = useQueryClient()
  const act = useActKey()
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [deleted, setDeleted] = useState<string>()
  const name = typed ?? draft.name
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (body: Parameters<typeof saveQuestion>[0]) => act.send((key) => saveQuestion(body, key)),
    onSuccess: (saved) => {
      setTyped((now) => (now === saved.name ? undefined : now))
      void client.invalidateQueries({ queryKey: savedQuestions.queryKey })
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    reset()
    setDeleted(undefined)
    setWrong(!isQuestionName(name))
    if (isQuestionName(name) && draft.sql.trim() && !isPending)
      mutate({ name, sql: draft.sql, parameters: draft.parameters() }, { onSuccess: draft.savedAs })
  }
  return (
    <>
      <form onSubmit={save} noValidate className="mt-8 border-t border-raw pt-5">
        <h2 className="type-h4 mb-3">Save the question</h2>
        <AdminFailure error={error} fallback="The question could not be saved" />
        <div className="mb-4 flex flex-wrap items-start gap-3">
          <Field
            label="Name"
            name="name"
            value={name}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            hint="Small letters and digits, joined by hyphens. If a question has this name already, it gets a new version"
            error={isWrong ? NAME_RULE : undefined}
            className="min-w-0 flex-1 basis-60 max-w-90"
          />
          <AdminButton type="submit" variant="outline" busy={isPending} disabled={!draft.sql.trim()} className="mt-6">
            Save
          </AdminButton>
        </div>
        {data && draft.opened.saved?.name === data.name && (
          <Note tone="ok">
            <b className="font-semibold">{data.name}</b> is saved as version {data.version}.
          </Note>
        )}
      </form>
      {deleted !== undefined && (
        <DoneNote>{`${deleted} is deleted. Its text is still here, but it is not saved.`}</DoneNote>
      )}
      {draft.opened.saved && (
        <SavedTools
          draft={draft}
          name={draft.opened.saved.name}
          onDeleted={(name) => {
            draft.forgetSaved()
            setDeleted(name)
          }}
        />
      )}
    </>
  )
}

type ToolsProps = { draft: Draft; name: string; onDeleted: (name: string) => void }

/** Renames or deletes the opened question. After a deletion, the text stays in the editor. */
const SavedTools = ({ draft, name, onDeleted }: ToolsProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="type-small text-rinse">
      Opened: <b className="font-semibold">{name}</b>
    </p>
    <PutOnBoard name={name} />
    <WeeklyMail name={name} />
    <RenameQuestion name={name} onRenamed={draft.renamedTo} />
    <DeleteQuestion name={name} onDeleted={onDeleted} />
  </div>
)
