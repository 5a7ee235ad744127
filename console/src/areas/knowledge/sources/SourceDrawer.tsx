import { Alert, Anchor, Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { words } from '#words/knowledge.ts'
import { useCan } from '../../../app/org.ts'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { linkAddress } from '../../../parts/handset/address.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { When } from '../../../parts/When.tsx'
import { HitLine, useHits } from '../facts/AskBox.tsx'
import { type Source, useRefresh } from './useRefresh.ts'

const { sources: w } = words

/** What is known of one source, and what the agent finds in it. */
export function SourceDrawer({ source, onClose }: { source: Source; onClose: () => void }) {
  const can = useCan('editor')
  const refresh = useRefresh(source)
  return (
    <SidePanel onClose={onClose} title={source.name} size="lg">
      <Stack>
        {source.lastError && (
          <Alert color="red" title={w.failed}>
            {source.lastError} {source.passageCount > 0 && w.stays(source.passageCount)}
          </Alert>
        )}
        <Details source={source} />
        {can && (
          <Button
            variant="default"
            onClick={() => refresh.mutate()}
            loading={refresh.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            {w.refresh}
          </Button>
        )}
        <Passages source={source} />
      </Stack>
    </SidePanel>
  )
}

function Details({ source }: { source: Source }) {
  const { kind, url, contentType, status, passageCount, refreshedAt, createdAt } = source
  const rows = [
    [w.kind, w.kinds[kind]],
    [w.url, url && <Address url={url} />],
    [w.contentType, contentType],
    [
      w.status,
      <StatusBadge key="status" status={status === 'pending' ? 'running' : status} label={w.statuses[status]} />,
    ],
    [w.passages, passageCount.toLocaleString()],
    [w.read, <When key="read" at={refreshedAt} />],
    [w.added, <When key="added" at={createdAt} />],
  ] as const
  return (
    <Table aria-label={w.details} variant="vertical" layout="fixed">
      <Table.Tbody>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={130} scope="row">
                {label}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}

function Address({ url }: { url: string }) {
  const address = linkAddress(url)
  if (!address) return url
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}

function Passages({ source }: { source: Source }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const { data } = useHits(q, { limit: 50 })
  const found = data?.data.filter(({ sourceId }) => sourceId === source.id).slice(0, 10)
  if (source.passageCount === 0) return null
  return (
    <Stack gap="xs">
      <TextInput
        label={w.look}
        description={w.lookHelp}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found?.length === 0 && (
        <Text size="sm" role="status">
          {w.nothing}
        </Text>
      )}
      {found?.map((hit) => (
        <HitLine key={hit.id} hit={hit} question={q} inside />
      ))}
    </Stack>
  )
}
