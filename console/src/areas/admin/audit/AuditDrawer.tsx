import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { words } from '#words/admin.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { When } from '../../../parts/When.tsx'
import type { AuditSearch } from './search.ts'

const { audit: said } = words
export type AuditEntry = Schema<'AuditEntry'>

/** Whoever is gone is known by their id alone. */
export function actorName({ kind, id, email, name }: AuditEntry['actor']): string {
  return email ?? name ?? `${said.kinds[kind]} ${id}`
}

type Given = { entry: AuditEntry; close: () => void; only: (wanted: AuditSearch) => void }

/** All that the log knows of one entry. */
export function AuditDrawer({ entry, close, only }: Given) {
  const { at, actor, action, method, path, agentId, requestId, ip, status } = entry
  const facts: [string, React.ReactNode][] = [
    [said.at, <When key="at" at={at} />],
    [said.actor, actorName(actor)],
    [said.kind, said.kinds[actor.kind]],
    ...(actor.via ? [[said.via, actor.via] satisfies [string, string]] : []),
    [said.call, `${method} ${path}`],
    [said.status, status],
    ...(agentId ? [[said.agent, agentId] satisfies [string, string]] : []),
    ...(ip ? [[said.ip, ip] satisfies [string, string]] : []),
    [said.request, <Copied key="request" value={requestId} />],
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
            {said.sameRequest}
          </Button>
          <Button size="xs" variant="default" onClick={() => only({ actorId: actor.id })}>
            {said.sameActor}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  )
}

function Copied({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" ff="monospace">
        {value}
      </Text>
      <CopyIcon value={value} />
    </Group>
  )
}
