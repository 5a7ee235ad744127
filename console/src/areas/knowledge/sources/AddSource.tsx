import { Button, FileInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/knowledge.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'

const { sources: w } = words
const kinds = ['url', 'text', 'file'] as const
type Kind = (typeof kinds)[number]
type Form = { kind: Kind; name: string; url: string; text: string; file: File | null }
const blank: Form = { kind: 'url', name: '', url: '', text: '', file: null }

export function AddSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={w.add} size="lg">
      <SourceForm onClose={onClose} />
    </Dialog>
  )
}

function SourceForm({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm<Form>({ mode: 'controlled', initialValues: blank })
  const adding = useMutation({
    mutationFn: (given: Form) => agent.api.post('/knowledge/sources', { body: bodyOf(given) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('knowledge', 'sources') })
      onClose()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors)),
  })
  const { kind } = form.getValues()
  return (
    <form noValidate onSubmit={form.onSubmit((given) => adding.mutate(given))}>
      <Stack>
        {adding.error && <Refusal error={adding.error} />}
        <SegmentedControl
          aria-label={w.kind}
          data={kinds.map((one) => ({ value: one, label: w.kinds[one] }))}
          {...form.getInputProps('kind')}
        />
        <TextInput label={w.name} required={kind !== 'file'} {...form.getInputProps('name')} />
        {kind === 'url' && <TextInput label={w.url} description={w.urlHelp} required {...form.getInputProps('url')} />}
        {kind === 'text' && (
          <Textarea
            label={w.text}
            description={w.textHelp}
            required
            autosize
            minRows={6}
            maxRows={18}
            {...form.getInputProps('text')}
          />
        )}
        {kind === 'file' && (
          <FileInput
            label={w.file}
            description={w.fileHelp}
            placeholder={w.chooseFile}
            required
            clearable
            accept=".html,.htm,.md,.markdown,.txt,.csv,.pdf"
            {...form.getInputProps('file')}
          />
        )}
        <Button type="submit" loading={adding.isPending}>
          {w.create}
        </Button>
      </Stack>
    </form>
  )
}

function bodyOf({ kind, name, url, text, file }: Form) {
  if (kind === 'url') return { kind, name, url }
  if (kind === 'text') return { kind, name, text, contentType: 'text/markdown' }
  const body = new FormData()
  if (name) body.set('name', name)
  if (file) body.set('file', file)
  return body
}
