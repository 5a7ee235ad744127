import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/knowledge.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'

const { media: addByUrlTexts } = strings

export function AddByUrl({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={addByUrlTexts.byUrl}>
      <UrlForm onClose={onClose} />
    </Dialog>
  )
}

function UrlForm({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ mode: 'controlled', initialValues: { url: '', name: '' } })
  const adding = useMutation({
    mutationFn: ({ url, name }: { url: string; name: string }) =>
      agent.api.post('/media', { body: { url, ...(name && { name }) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('media') })
      notify.success(addByUrlTexts.added)
      onClose()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <Stack>
        {adding.error && <RefusalSummary error={adding.error} />}
        <TextInput
          label={addByUrlTexts.url}
          description={addByUrlTexts.urlHelp}
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={addByUrlTexts.name} description={addByUrlTexts.nameHelp} {...form.getInputProps('name')} />
        <Button type="submit" loading={adding.isPending}>
          {addByUrlTexts.add}
        </Button>
      </Stack>
    </form>
  )
}
