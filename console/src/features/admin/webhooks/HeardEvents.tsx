import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { strings } from '#i18n/admin.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { type EventName, groupByNoun, useWebhookEvents } from './data.ts'
import { EventSample } from './EventSample.tsx'
import type { Webhook } from './webhook-state.ts'

const { webhooks: subscribedEventsTexts } = strings

/** The catalog of events, with what this webhook hears of marked. */
export function SubscribedEvents({ webhook }: { webhook: Webhook }) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <ErrorAlert error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  return (
    <Stack>
      {groupByNoun(catalog.data).map(([noun, events]) => (
        <Stack key={noun} gap="xs">
          <Title order={2} size="h5">
            {subscribedEventsTexts.nouns[noun] ?? noun}
          </Title>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
            {events.map((event) => (
              <EventRow key={event.id} event={event} heard={webhook.events.includes(event.id)} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  )
}

function EventRow({ event, heard }: { event: EventName; heard: boolean }) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {event.name}
        </Text>
        {heard && (
          <Group gap={4} wrap="nowrap">
            <IconCheck size={14} aria-hidden />
            <Text size="xs">{subscribedEventsTexts.heard}</Text>
          </Group>
        )}
      </Group>
      <Text size="xs" ff="monospace" className="quiet">
        {event.id}
      </Text>
      <Text size="sm">{event.description}</Text>
      <EventSample event={event} />
    </Paper>
  )
}
