import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { notify } from '../../../components/notify.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import { EventPicker } from './EventPicker.tsx'
import type { Webhook } from './webhook-state.ts'

const { webhooks: texts } = strings
type SubscribedTo = Schema<'WebhookCreate'>['events']
type WebhookForm = { url: string; description: string; events: string[] }
/** The secret is there once, when it is new. */
type SavedWebhook = Webhook & { signingSecret?: string }
type WebhookDialogProps = { webhook?: Webhook; close: () => void; made?: (id: string, secret: string) => void }

/** A new webhook, or where one goes and what it hears. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, close } = props
  const saving = useSaveWebhook(props)
  const form = useForm<WebhookForm>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: [...(webhook?.events ?? [])],
    },
  })
  const refused = useFormRefusal(saving.error, ['url', 'description', 'events'])
  return (
    <Dialog onClose={close} size="lg" title={webhook ? texts.editTitle : texts.addTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            label={texts.url}
            description={texts.urlHelp}
            type="url"
            required
            data-autofocus
            {...form.getInputProps('url')}
            error={refused.fields.url}
          />
          <Textarea
            label={texts.description}
            autosize
            {...form.getInputProps('description')}
            error={refused.fields.description}
          />
          <EventPicker {...form.getInputProps('events')} error={refused.fields.events} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {webhook ? strings.save : texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSaveWebhook({ webhook, close, made }: WebhookDialogProps) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ url, description, events: chosen }: WebhookForm): Promise<SavedWebhook> => {
      // Names of the catalog that the server itself has shown.
      const events = chosen as SubscribedTo
      const about = description.trim()
      if (!webhook) return org.api.post('/webhooks', { body: { url, events, ...(about && { description: about }) } })
      const body = { url, events, description: about || null }
      return org.api.patch('/webhooks/{webhookId}', { path: { webhookId: webhook.id }, body })
    },
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: org.key('webhooks') })
      if (saved.signingSecret !== undefined) return made?.(saved.id, saved.signingSecret)
      notify.success(strings.saved)
      close()
    },
  })
}
