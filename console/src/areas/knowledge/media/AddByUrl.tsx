import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/knowledge.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { tell } from '../../../parts/tell.tsx'

const { media: w } = words

export function AddByUrl({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={w.byUrl}>
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
      tell.done(w.added)
      onClose()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((given) => adding.mutate(given))}>
      <Stack>
        {adding.error && <Refusal error={adding.error} />}
        <TextInput label={w.url} description={w.urlHelp} required data-autofocus {...form.getInputProps('url')} />
        <TextInput label={w.name} description={w.nameHelp} {...form.getInputProps('name')} />
        <Button type="submit" loading={adding.isPending}>
          {w.add}
        </Button>
      </Stack>
    </form>
  )
}
