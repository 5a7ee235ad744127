import { Button, Stack, Text, TextInput } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { ModalsProvider, modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { FormActions } from './FormActions.tsx'

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

let openId: string | undefined

/** Asks for confirmation. A question that is still open resolves to false. */
export function askConfirmation({ title, ...question }: Confirmation): Promise<boolean> {
  if (openId !== undefined) modals.close(openId)
  const modalId = randomId()
  openId = modalId
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      resolve(yes)
      modals.close(modalId)
    }
    modals.open({
      modalId,
      title,
      // Also called after an answer, which counts.
      onClose: () => resolve(false),
      children: <Body key={modalId} {...question} answer={answer} />,
    })
  })
}

/** Renders the confirmation dialogs, above every other dialog; mounted once around the app. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  return <ModalsProvider modalProps={{ zIndex: 400 }}>{children}</ModalsProvider>
}

type BodyProps = Omit<Confirmation, 'title'> & { answer: (yes: boolean) => void }

function Body({
  text,
  ok = strings.confirm.ok,
  cancel = strings.confirm.cancel,
  danger = false,
  phrase,
  answer,
}: BodyProps) {
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
        <FormActions>
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
        </FormActions>
      </Stack>
    </form>
  )
}
