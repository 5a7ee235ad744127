import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { words } from '#words/admin.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { byNoun, type EventName, useWebhookEvents } from './data.ts'
import { Sample } from './Sample.tsx'
import type { Webhook } from './state.ts'

const { webhooks: said } = words

/** The catalog of events, with what this webhook hears of marked. */
export function HeardEvents({ webhook }: { webhook: Webhook }) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <Trouble error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  return (
    <Stack>
      {byNoun(catalog.data).map(([noun, events]) => (
        <Stack key={noun} gap="xs">
          <Title order={2} size="h5">
            {said.nouns[noun] ?? noun}
          </Title>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
            {events.map((event) => (
              <OneEvent key={event.id} event={event} heard={webhook.events.includes(event.id)} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  )
}

function OneEvent({ event, heard }: { event: EventName; heard: boolean }) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {event.name}
        </Text>
        {heard && (
          <Group gap={4} wrap="nowrap">
            <IconCheck size={14} aria-hidden />
            <Text size="xs">{said.heard}</Text>
          </Group>
        )}
      </Group>
      <Text size="xs" ff="monospace" className="quiet">
        {event.id}
      </Text>
      <Text size="sm">{event.description}</Text>
      <Sample event={event} />
    </Paper>
  )
}
