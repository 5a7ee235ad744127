import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { strings } from '#i18n/versions.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import type { Draft } from '../versions-data.ts'

const { create: texts } = strings

type Props = {
  agent: string
  /** The version to copy; default: live. */
  from?: number | undefined
  close: () => void
  made: (draft: Draft) => unknown
}

export function NewDraftDialog({ agent, from, close, made }: Props) {
  const org = useOrg()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { name: '' } })
  const making = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      org.api.agent(agent).post('/drafts', { body: { name: name.trim(), ...(from !== undefined && { from }) } }),
    onSuccess: async (draft) => {
      await queries.invalidateQueries({ queryKey: org.key('agent', agent, 'drafts') })
      // Its typed name is saved: what follows must not ask about it.
      flushSync(close)
      await made(draft)
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={close} title={texts.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          <Text size="sm">{from === undefined ? texts.text : `${texts.text} ${texts.from(from)}`}</Text>
          <TextInput label={texts.name} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
          {making.error && !(making.error instanceof Invalid) && <ErrorAlert error={making.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {texts.ok}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
