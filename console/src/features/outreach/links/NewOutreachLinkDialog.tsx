import { Button, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { getBrowserTimeZone } from '../../../components/times.ts'
import { useRcsBinding } from './useLinks.ts'

const { links: texts } = strings
type NewLinkForm = { label: string; maxUses: number | string; expiresAt: string }

export function NewOutreachLinkDialog({ onClose }: { onClose: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const bindingId = useRcsBinding().data?.id ?? ''
  const form = useForm<NewLinkForm>({ initialValues: { label: '', maxUses: 25, expiresAt: '' } })
  const making = useMutation({
    mutationFn: (draft: NewLinkForm) =>
      agent.api.post('/outreach-links', { body: { bindingId, ...toLinkBody(draft) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('outreach-links') })
      onClose()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors))
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.new}>
      <form onSubmit={form.onSubmit((draft) => making.mutate(draft))}>
        <Stack>
          {making.error && <RefusalSummary error={making.error} />}
          <TextInput
            label={texts.label}
            description={texts.labelHint}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <NumberInput label={texts.maxUses} description={texts.maxUsesHint} {...form.getInputProps('maxUses')} />
          <TextInput
            type="datetime-local"
            label={texts.expires}
            description={texts.expiresHint(getBrowserTimeZone())}
            {...form.getInputProps('expiresAt')}
          />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {strings.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Empty fields use the defaults. */
const toLinkBody = ({ label, maxUses, expiresAt }: NewLinkForm) => ({
  ...(label.trim() && { label }),
  ...(maxUses !== '' && { maxUses: Number(maxUses) }),
  ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
})
