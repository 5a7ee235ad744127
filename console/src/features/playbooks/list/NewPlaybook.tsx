import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { strings as app } from '#i18n/app.ts'
import { strings } from '#i18n/playbooks.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import { useInvalidatePlaybooks } from '../playbook-data.ts'

const { create } = strings

export function NewPlaybook({ close, open }: { close: () => void; open: (id: string) => void }) {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const form = useForm({ initialValues: { name: '', whenToUse: '' } })
  const making = useMutation({
    mutationFn: ({ name, whenToUse }: { name: string; whenToUse: string }) =>
      agent.api.post('/playbooks', { body: { name, ...(whenToUse.trim() && { whenToUse }) } }),
    onSuccess: ({ id, name }) => {
      forget()
      notify.success(create.created(name))
      open(id)
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  const unplaced = making.error && !(making.error instanceof Invalid) ? making.error : undefined
  return (
    <Dialog onClose={close} title={create.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          <TextInput label={create.name} description={create.nameHint} data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label={create.whenToUse}
            description={create.whenToUseHint}
            autosize
            minRows={2}
            {...form.getInputProps('whenToUse')}
          />
          {unplaced && <ErrorAlert error={unplaced} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {app.confirm.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {create.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
