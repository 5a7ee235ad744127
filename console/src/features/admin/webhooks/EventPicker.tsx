import { Button, Checkbox, Group, Input, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/admin.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { type EventName, groupByNoun, useWebhookEvents } from './data.ts'
import { EventSample } from './EventSample.tsx'

const { webhooks: eventPickerTexts } = strings
type EventPickerProps = { value?: string[]; onChange?: (events: string[]) => void; error?: string }
/** Sent when somebody asks for it, subscribed or not. */
const onlyOnDemand = 'webhook.test'

/** The catalog of events, each to be heard or not. */
export function EventPicker({ value = [], onChange, error }: EventPickerProps) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <ErrorAlert error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  const events = catalog.data.filter(({ id }) => id !== onlyOnDemand)
  const set = (ids: readonly string[], on: boolean) =>
    onChange?.(on ? [...new Set([...value, ...ids])] : value.filter((one) => !ids.includes(one)))
  return (
    <Input.Wrapper
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
