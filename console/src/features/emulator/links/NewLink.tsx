import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/emulator.ts'
import { useAgent } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'

const { links } = strings

/** Makes a link, and shows it this once. */
export function NewEmulatorLinkDialog({ close }: { close: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { label: '' } })
  const making = useMutation({
    mutationFn: ({ label }: { label: string }) =>
      agent.api.post('/emulator-links', { body: label.trim() ? { label: label.trim() } : {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('emulator-links') }),
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  if (making.data) {
    return (
      <Dialog dirty={false} onClose={close} title={links.madeTitle} size="lg" closeOnClickOutside={false}>
        <Stack>
          <Text size="sm">{links.madeText}</Text>
          <CopyField label={links.address} value={making.data.url} />
          <Group justify="flex-end">
            <Button onClick={close}>{links.done}</Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog onClose={close} title={links.createTitle}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          <TextInput label={links.name} description={links.nameHint} data-autofocus {...form.getInputProps('label')} />
          {making.error && !(making.error instanceof Invalid) && <ErrorAlert error={making.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {links.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {links.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
