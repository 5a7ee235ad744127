import { Button, Checkbox, Group, Input, Stack, Text } from '@mantine/core'
import { words } from '#words/admin.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { byNoun, type EventName, useWebhookEvents } from './data.ts'
import { Sample } from './Sample.tsx'

const { webhooks: said } = words
type Given = { value?: string[]; onChange?: (events: string[]) => void; error?: string }
/** Sent when somebody asks for it, subscribed or not. */
const onlyOnDemand = 'webhook.test'

/** The catalog of events, each to be heard or not. */
export function EventPicker({ value = [], onChange, error }: Given) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <Trouble error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  const events = catalog.data.filter(({ id }) => id !== onlyOnDemand)
  const set = (ids: readonly string[], on: boolean) =>
    onChange?.(on ? [...new Set([...value, ...ids])] : value.filter((one) => !ids.includes(one)))
  return (
    <Input.Wrapper label={said.events} description={said.eventsHelp} error={error} labelElement="div">
      <Stack gap="sm" mt={6}>
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => onChange?.(events.map(({ id }) => id))}>
            {said.allEvents}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onChange?.([])}>
            {said.noEvents}
          </Button>
          <Text size="xs" className="quiet" role="status">
            {said.eventCount(value.length)}
          </Text>
        </Group>
        {byNoun(events).map(([noun, own]) => (
          <Noun key={noun} noun={noun} events={own} chosen={value} set={set} />
        ))}
      </Stack>
    </Input.Wrapper>
  )
}

type NounGiven = {
  noun: string
  events: readonly EventName[]
  chosen: readonly string[]
  set: (ids: readonly string[], on: boolean) => void
}

function Noun({ noun, events, chosen, set }: NounGiven) {
  const title = said.nouns[noun] ?? noun
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
          <Sample event={event} />
        </div>
      ))}
    </Stack>
  )
}
