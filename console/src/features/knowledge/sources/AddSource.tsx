import { Button, FileInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { sourceKinds } from '@parley/definition/vocabulary'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/knowledge.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'

const { sources: texts } = strings
type Kind = (typeof sourceKinds)[number]
type Form = { kind: Kind; name: string; url: string; text: string; file: File | null }
const blank: Form = { kind: 'url', name: '', url: '', text: '', file: null }

export function AddSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.add} size="lg">
      <SourceForm onClose={onClose} />
    </Dialog>
  )
}

function SourceForm({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm<Form>({ mode: 'controlled', initialValues: blank })
  const adding = useMutation({
    mutationFn: (values: Form) => agent.api.post('/knowledge/sources', { body: toSourceBody(values) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('knowledge', 'sources') })
      onClose()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  const { kind } = form.getValues()
  return (
    <form noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <Stack>
        {adding.error && <RefusalSummary error={adding.error} />}
        <SegmentedControl
          aria-label={texts.kind}
          data={sourceKinds.map((one) => ({ value: one, label: texts.kinds[one] }))}
          {...form.getInputProps('kind')}
        />
        <TextInput label={texts.name} required={kind !== 'file'} {...form.getInputProps('name')} />
        {kind === 'url' && (
          <TextInput label={texts.url} description={texts.urlHelp} required {...form.getInputProps('url')} />
        )}
        {kind === 'text' && (
          <Textarea
            label={texts.text}
            description={texts.textHelp}
            required
            autosize
            minRows={6}
            maxRows={18}
            {...form.getInputProps('text')}
          />
        )}
        {kind === 'file' && (
          <FileInput
            label={texts.file}
            description={texts.fileHelp}
            placeholder={texts.chooseFile}
            required
            clearable
            accept=".html,.htm,.md,.markdown,.txt,.csv,.pdf"
            {...form.getInputProps('file')}
          />
        )}
        <Button type="submit" loading={adding.isPending}>
          {texts.create}
        </Button>
      </Stack>
    </form>
  )
}

function toSourceBody({ kind, name, url, text, file }: Form) {
  if (kind === 'url') return { kind, name, url }
  if (kind === 'text') return { kind, name, text, contentType: 'text/markdown' }
  const body = new FormData()
  if (name) body.set('name', name)
  if (file) body.set('file', file)
  return body
}
