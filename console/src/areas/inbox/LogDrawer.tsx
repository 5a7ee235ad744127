import { Stack, Text } from '@mantine/core'
import { words } from '#words/inbox.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { SidePanel } from '../../parts/Dialog.tsx'
import { JsonBlock } from '../../parts/JsonBlock.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { When } from '../../parts/When.tsx'
import type { EventWords, LogEntry } from './LogsPage.tsx'

const { logs } = words

/** One line of the log in full, with what such a line means. */
export function LogDrawer({ entry, events, close }: { entry?: LogEntry; events: EventWords; close: () => void }) {
  const event = entry && events.get(entry.event)
  return (
    <SidePanel opened={entry !== undefined} onClose={close} title={event?.name ?? logs.entry} padding="md">
      {entry && <Body entry={entry} description={event?.description} />}
    </SidePanel>
  )
}

function Body({ entry, description }: { entry: LogEntry; description: string | undefined }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const { sessionId, error, timestamp, event, raw } = entry
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        <code>{event}</code> · <When at={timestamp} />
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
