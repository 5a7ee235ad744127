import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/emulator.ts'
import { useAgent } from '../../../app/org.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { Trouble } from '../../../parts/Trouble.tsx'

const { links } = words

/** Makes a link, and shows it this once. */
export function NewLink({ close }: { close: () => void }) {
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
          {making.error && !(making.error instanceof Invalid) && <Trouble error={making.error} />}
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
