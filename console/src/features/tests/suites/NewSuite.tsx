import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { channelChoices } from '../shared/channels.ts'
import { testPaths } from '../shared/test-paths.ts'

const { makeSuite } = strings

export function NewSuite({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '', description: '', channel: 'rcs' as const } })
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const making = useMutation({
    mutationFn: ({ name, description, channel }: typeof form.values) =>
      agent.api.post('/tests/suites', { body: { name, channel, ...(description && { description }) } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites') })
      void navigate({ to: testPaths.suite, params: { ...routeIds, suiteId: id } })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={onClose} title={makeSuite.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
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
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
