import { Stack, Text } from '@mantine/core'
import { strings } from '#i18n/inbox.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import type { AgentLogEntry, EventDescriptions } from './LogsPage.tsx'

const { logs } = strings

export function LogDrawer({
  entry,
  events,
  close,
}: {
  entry?: AgentLogEntry
  events: EventDescriptions
  close: () => void
}) {
  const event = entry && events.get(entry.event)
  return (
    <SidePanel opened={entry !== undefined} onClose={close} title={event?.name ?? logs.entry} padding="md">
      {entry && <LogEntryBody entry={entry} description={event?.description} />}
    </SidePanel>
  )
}

function LogEntryBody({ entry, description }: { entry: AgentLogEntry; description: string | undefined }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const { sessionId, error, timestamp, event, raw } = entry
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        <code>{event}</code> · <Timestamp at={timestamp} />
      </Text>
      {description && <Text size="sm">{description}</Text>}
      {error && <JsonBlock value={[error.message, error.stack].filter(Boolean).join('\n')} label={logs.error} />}
      <Text size="sm" fw={600}>
        {logs.raw}
      </Text>
      <JsonBlock value={raw} label={logs.raw} height={480} />
      {sessionId && (
        <ButtonLink
          to="/orgs/$org/agents/$agent/inbox"
          params={params}
          search={{ conversation: sessionId, tests: true }}
          variant="default"
        >
          {logs.conversation}
        </ButtonLink>
      )}
    </Stack>
  )
}
