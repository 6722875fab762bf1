import { MAX_TEXT } from '@shop/language/limits'
import type { SavedQuestion } from '@shop/language/question/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminButton, DeleteButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { ConfirmDialog } from '../../admin/parts/confirm-dialog.tsx'
import { FormDialog } from '../../admin/parts/form-dialog.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { useActKey } from '../../lib/use-act-key.ts'
import { Field } from '../../ui/field.tsx'
import { boardQuestions, putOnBoard } from '../board/board-api.ts'
import { isQuestionName, NAME_RULE } from './question-name.ts'
import { deleteQuestion, renameQuestion, SAVED } from './questions-api.ts'
import { WeeklyMail } from './weekly-mail.tsx'

type ToolsProps = RenameProps & DeleteProps

export const SavedTools = ({ kind, name, onRenamed, onDeleted }: ToolsProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="type-small text-rinse">
      Opened: <b className="font-semibold">{name}</b>
    </p>
    <PutOnBoard name={name} />
    {kind === 'question' && <WeeklyMail name={name} />}
    <RenameQuestion kind={kind} name={name} onRenamed={onRenamed} />
    <DeleteQuestion kind={kind} name={name} onDeleted={onDeleted} />
  </div>
)

type RenameProps = { kind: SavedQuestion['kind']; name: string; onRenamed: (renamed: SavedQuestion) => void }

function RenameQuestion({ kind, name, onRenamed }: RenameProps) {
  const client = useQueryClient()
  const act = useActKey()
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (newName: string) => act.send((key) => renameQuestion(name, newName, key)),
    onSuccess: (renamed) => {
      setOpen(false)
      onRenamed(renamed)
      void client.invalidateQueries({ queryKey: SAVED })
      void client.invalidateQueries({ queryKey: boardQuestions.queryKey, exact: true })
    },
  })
  const submit = (said: FormData) => {
    const newName = String(said.get('newName'))
    setWrong(!isQuestionName(newName))
    if (isQuestionName(newName)) mutate(newName)
  }
  const close = () => {
    setOpen(false)
    reset()
  }
  return (
    <>
      <AdminButton variant="outline" onClick={() => setOpen(true)}>
        Rename
      </AdminButton>
      {isOpen && (
        <FormDialog
          title={`Rename ${name}`}
          act="Rename it"
          busy={isPending}
          error={error}
          failure={`The ${kind} could not be renamed`}
          onClose={close}
          onSubmit={submit}
        >
          <Field
            label="New name"
            name="newName"
            defaultValue={name}
            maxLength={MAX_TEXT.word}
            autoComplete="off"
            autoCapitalize="off"
            hint={`Links with the old name still open the ${kind}`}
            error={isWrong ? NAME_RULE : undefined}
          />
        </FormDialog>
      )}
    </>
  )
}

type DeleteProps = { kind: SavedQuestion['kind']; name: string; onDeleted: (name: string) => void }

export function DeleteQuestion({ kind, name, onDeleted }: DeleteProps) {
  const client = useQueryClient()
  const act = useActKey()
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => act.send((key) => deleteQuestion(name, key)),
    onSuccess: () => {
      onDeleted(name)
      void client.invalidateQueries({ queryKey: SAVED })
      void client.invalidateQueries({ queryKey: boardQuestions.queryKey, exact: true })
    },
  })
  return (
    <>
      <DeleteButton busy={isPending} aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
        Delete
      </DeleteButton>
      {isAsked && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          onKeep={() => setAsked(false)}
          onAct={() => {
            setAsked(false)
            mutate()
          }}
        >
          If you delete it, no analyst can open it any more. A later {kind} with this name continues the version
          numbers.
        </ConfirmDialog>
      )}
      <AdminFailure error={error} fallback={`The ${kind} could not be deleted`} />
    </>
  )
}

function PutOnBoard({ name }: { name: string }) {
  const client = useQueryClient()
  const act = useActKey()
  const board = useQuery(boardQuestions)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => act.send((key) => putOnBoard(name, undefined, key)),
    onSuccess: () => client.invalidateQueries({ queryKey: boardQuestions.queryKey, exact: true }),
  })
  if (board.data?.some((one) => one.name === name)) return <RowLink to="/analysis/board">On the board</RowLink>
  return (
    <>
      <AdminButton variant="outline" busy={isPending} onClick={() => mutate()}>
        Put on the board
      </AdminButton>
      <AdminFailure error={error} fallback="The board could not be changed" />
    </>
  )
}
