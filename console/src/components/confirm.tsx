import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { strings } from '#i18n/app.ts'

export type Confirmation = {
  title: string
  text: ReactNode
  ok?: string
  /** Label of the cancel button; null hides it. */
  cancel?: string | null
  danger?: boolean
  /** Text that the user must type to confirm. */
  phrase?: string
}
type PendingConfirmation = Confirmation & { answer: (yes: boolean) => void }

let pending: PendingConfirmation | undefined
const listeners = new Set<() => void>()
const setPending = (question: PendingConfirmation | undefined) => {
  pending = question
  for (const listener of listeners) listener()
}

/** Asks for confirmation. A question that is still open resolves to false. */
export function askConfirmation(question: Confirmation): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) =>
    setPending({
      ...question,
      answer: (yes) => {
        setPending(undefined)
        resolve(yes)
      },
    }),
  )
}

/** Renders the confirmation dialogs; mounted once around the app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
  )
  return (
    <Modal opened={question !== undefined} onClose={() => question?.answer(false)} title={question?.title} zIndex={400}>
      {question && <Body {...question} />}
    </Modal>
  )
}

function Body({
  text,
  ok = strings.confirm.ok,
  cancel = strings.confirm.cancel,
  danger = false,
  phrase,
  answer,
}: PendingConfirmation) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        answer(true)
      }}
    >
      <Stack>
        <Text component="div">{text}</Text>
        {phrase && (
          <TextInput
            label={strings.confirm.type(phrase)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
        )}
        <Group justify="flex-end">
          {cancel !== null && (
            <Button
              variant="default"
              onClick={() => answer(false)}
              data-autofocus={(danger && phrase === undefined) || undefined}
            >
              {cancel}
            </Button>
          )}
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            disabled={phrase !== undefined && typed.trim() !== phrase}
            data-autofocus={(!danger && phrase === undefined) || undefined}
          >
            {ok}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
