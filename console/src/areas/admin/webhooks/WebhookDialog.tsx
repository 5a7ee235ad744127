import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRefusal } from '../refusals.ts'
import { EventPicker } from './EventPicker.tsx'
import type { Webhook } from './state.ts'

const { webhooks: said } = words
type Heard = Schema<'WebhookCreate'>['events']
type WebhookForm = { url: string; description: string; events: string[] }
/** The secret is there once, when it is new. */
type Saved = Webhook & { signingSecret?: string }
type Given = { webhook?: Webhook; close: () => void; made?: (id: string, secret: string) => void }

/** A new webhook, or where one goes and what it hears. */
export function WebhookDialog(given: Given) {
  const { webhook, close } = given
  const saving = useSaving(given)
  const form = useForm<WebhookForm>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: [...(webhook?.events ?? [])],
    },
  })
  const refused = useRefusal(saving.error, ['url', 'description', 'events'])
  return (
    <Dialog onClose={close} size="lg" title={webhook ? said.editTitle : said.addTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <Trouble error={refused.other} />}
          <TextInput
            label={said.url}
            description={said.urlHelp}
            type="url"
            required
            data-autofocus
            {...form.getInputProps('url')}
            error={refused.fields.url}
          />
          <Textarea
            label={said.description}
            autosize
            {...form.getInputProps('description')}
            error={refused.fields.description}
          />
          <EventPicker {...form.getInputProps('events')} error={refused.fields.events} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {webhook ? words.save : said.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSaving({ webhook, close, made }: Given) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ url, description, events: chosen }: WebhookForm): Promise<Saved> => {
      // Names of the catalog that the server itself has shown.
      const events = chosen as Heard
      const about = description.trim()
      if (!webhook) return org.api.post('/webhooks', { body: { url, events, ...(about && { description: about }) } })
      const body = { url, events, description: about || null }
      return org.api.patch('/webhooks/{webhookId}', { path: { webhookId: webhook.id }, body })
    },
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: org.key('webhooks') })
      if (saved.signingSecret !== undefined) return made?.(saved.id, saved.signingSecret)
      tell.done(words.saved)
      close()
    },
  })
}
