import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/admin.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { AuditSearch } from './audit-search.ts'

const { audit: auditDrawerTexts } = strings
export type AuditEntry = Schema<'AuditEntry'>

/** Whoever is gone is known by their id alone. */
export function actorName({ kind, id, email, name }: AuditEntry['actor']): string {
  return email ?? name ?? `${auditDrawerTexts.kinds[kind]} ${id}`
}

type AuditDrawerProps = { entry: AuditEntry; close: () => void; only: (wanted: AuditSearch) => void }

/** All that the log knows of one entry. */
export function AuditDrawer({ entry, close, only }: AuditDrawerProps) {
  const { at, actor, action, method, path, agentId, requestId, ip, status } = entry
  const facts: [string, React.ReactNode][] = [
    [auditDrawerTexts.at, <Timestamp key="at" at={at} />],
    [auditDrawerTexts.actor, actorName(actor)],
    [auditDrawerTexts.kind, auditDrawerTexts.kinds[actor.kind]],
    ...(actor.via ? [[auditDrawerTexts.via, actor.via] satisfies [string, string]] : []),
    [auditDrawerTexts.call, `${method} ${path}`],
    [auditDrawerTexts.status, status],
    ...(agentId ? [[auditDrawerTexts.agent, agentId] satisfies [string, string]] : []),
    ...(ip ? [[auditDrawerTexts.ip, ip] satisfies [string, string]] : []),
    [auditDrawerTexts.request, <CopyableValue key="request" value={requestId} />],
  ]
  return (
    <SidePanel onClose={close} title={action}>
      <Stack>
        <Table variant="vertical" layout="fixed" aria-label={action}>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={120}>{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group>
          <Button size="xs" variant="default" onClick={() => only({ requestId })}>
            {auditDrawerTexts.sameRequest}
          </Button>
          <Button size="xs" variant="default" onClick={() => only({ actorId: actor.id })}>
            {auditDrawerTexts.sameActor}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  )
}

function CopyableValue({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" ff="monospace">
        {value}
      </Text>
      <CopyIcon value={value} />
    </Group>
  )
}
