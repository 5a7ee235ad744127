import { Button, Checkbox, Group, Input, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/admin.ts'
import { strings as webhooksTexts } from '#i18n/webhooks.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import { type EventName, groupByNoun, useWebhookEvents, type Webhook } from './data.ts'
import { EventSample } from './EventSample.tsx'

const { webhooks: eventPickerTexts } = webhooksTexts
type EventPickerProps = { value?: string[]; onChange?: (events: string[]) => void; error?: ReactNode }
/** Sent only on request, regardless of the subscription. */
const onlyOnDemand = 'webhook.test'

function EventPicker({ value = [], onChange, error }: EventPickerProps) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <ErrorAlert error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  const events = catalog.data.filter(({ id }) => id !== onlyOnDemand)
  const set = (ids: readonly string[], on: boolean) =>
    onChange?.(on ? [...new Set([...value, ...ids])] : value.filter((one) => !ids.includes(one)))
  return (
    <Input.Wrapper
      required
      label={eventPickerTexts.events}
      description={eventPickerTexts.eventsHelp}
      error={error}
      labelElement="div"
    >
      <Stack gap="sm" mt={6}>
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => onChange?.(events.map(({ id }) => id))}>
            {eventPickerTexts.allEvents}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onChange?.([])}>
            {eventPickerTexts.noEvents}
          </Button>
          <Text size="xs" className="quiet" role="status">
            {eventPickerTexts.eventCount(value.length)}
          </Text>
        </Group>
        {groupByNoun(events).map(([noun, own]) => (
          <EventGroup key={noun} noun={noun} events={own} chosen={value} set={set} />
        ))}
      </Stack>
    </Input.Wrapper>
  )
}

type EventGroupProps = {
  noun: string
  events: readonly EventName[]
  chosen: readonly string[]
  set: (ids: readonly string[], on: boolean) => void
}

function EventGroup({ noun, events, chosen, set }: EventGroupProps) {
  const title = eventPickerTexts.nouns[noun] ?? noun
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {events.map((event) => (
        <div key={event.id}>
          <Checkbox
            label={event.name}
            description={event.description}
            checked={chosen.includes(event.id)}
            onChange={(change) => set([event.id], change.currentTarget.checked)}
          />
          <EventSample event={event} />
        </div>
      ))}
    </Stack>
  )
}

const { webhooks: texts } = webhooksTexts
type SubscribedTo = Schema<'WebhookCreate'>['events']
type WebhookForm = { url: string; description: string; events: string[] }
/** The API includes the secret only when it is new. */
type SavedWebhook = Webhook & { signingSecret?: string }
type WebhookDialogProps = { webhook?: Webhook; close: () => void; made?: (id: string, secret: string) => void }

/** Creates a webhook, or edits the address and events of an existing one. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, close } = props
  const saving = useSaveWebhook(props)
  const form = useForm<WebhookForm>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: [...(webhook?.events ?? [])],
    },
    validate: {
      url: (url) => (url.trim() === '' ? texts.urlRequired : null),
      // A webhook without events would never be called.
      events: (events) => (events.length === 0 ? texts.eventsRequired : null),
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
            error={form.errors.url ?? refused.fields.url}
          />
          <Textarea
            label={texts.description}
            autosize
            {...form.getInputProps('description')}
            error={refused.fields.description}
          />
          <EventPicker {...form.getInputProps('events')} error={form.errors.events ?? refused.fields.events} />
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {webhook ? strings.save : texts.add}
            </Button>
          </FormActions>
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
      // The names come from the catalog that the server returned.
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
