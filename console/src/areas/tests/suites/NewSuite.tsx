import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/tests.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { channelChoices } from '../shared/channels.ts'
import { to } from '../shared/place.ts'

const { makeSuite } = words

export function NewSuite({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '', description: '', channel: 'rcs' as const } })
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const making = useMutation({
    mutationFn: ({ name, description, channel }: typeof form.values) =>
      agent.api.post('/tests/suites', { body: { name, channel, ...(description && { description }) } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites') })
      void navigate({ to: to.suite, params: { ...place, suiteId: id } })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={onClose} title={makeSuite.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          {making.error && <Refusal error={making.error} />}
          <TextInput label={makeSuite.name} required data-autofocus {...form.getInputProps('name')} />
          <Textarea label={makeSuite.description} autosize minRows={2} {...form.getInputProps('description')} />
          <Select
            label={makeSuite.channel}
            description={makeSuite.channelHint}
            data={channelChoices}
            allowDeselect={false}
            {...form.getInputProps('channel')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
