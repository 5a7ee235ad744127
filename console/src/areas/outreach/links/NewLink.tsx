import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { useRcsBinding } from './useLinks.ts'

const { links: said } = words
type Draft = { label: string; maxUses: number | string; expiresAt: string }

export function NewLink({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const bindingId = useRcsBinding().data?.id ?? ''
  const form = useForm<Draft>({ initialValues: { label: '', maxUses: 25, expiresAt: '' } })
  const making = useMutation({
    mutationFn: (draft: Draft) => agent.api.post('/outreach-links', { body: { bindingId, ...bodyOf(draft) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('outreach-links') })
      onClose()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
    },
  })
  return (
    <Dialog onClose={onClose} title={said.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <Refusal error={making.error} />}
          <TextInput label={said.label} description={said.labelHint} data-autofocus {...form.getInputProps('label')} />
          <NumberInput label={said.maxUses} description={said.maxUsesHint} {...form.getInputProps('maxUses')} />
          <TextInput
            type="datetime-local"
            label={said.expires}
            description={said.expiresHint}
            {...form.getInputProps('expiresAt')}
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

/** What is left empty is as usual. */
const bodyOf = ({ label, maxUses, expiresAt }: Draft) => ({
  ...(label.trim() && { label }),
  ...(maxUses !== '' && { maxUses: Number(maxUses) }),
  ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
})
