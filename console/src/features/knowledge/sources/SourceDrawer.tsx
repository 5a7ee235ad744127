import { Alert, Anchor, Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { language } from '#i18n/language.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { SidePanel } from '../../../components/Dialog.tsx'
import { safeLinkUrl } from '../../../components/handset/safe-urls.ts'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { KnowledgeHit, useHits } from '../facts/KnowledgeSearchBox.tsx'

const { sources: texts } = strings

export function SourceDrawer({ source, onClose }: { source: KnowledgeSource; onClose: () => void }) {
  const can = useCan('editor')
  const refresh = useRefreshSource(source)
  return (
    <SidePanel onClose={onClose} title={source.name} size="lg">
      <Stack>
        {source.lastError && (
          <Alert color="red" title={texts.failed}>
            {source.lastError} {source.passageCount > 0 && texts.previousPassages(source.passageCount)}
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
            {texts.refresh}
          </Button>
        )}
        <Passages source={source} />
      </Stack>
    </SidePanel>
  )
}

function Details({ source }: { source: KnowledgeSource }) {
  const { kind, url, contentType, status, passageCount, refreshedAt, createdAt } = source
  const rows = [
    [texts.kind, texts.kinds[kind]],
    [texts.url, url && <Address url={url} />],
    [texts.contentType, contentType],
    [
      texts.status,
      <StatusBadge key="status" status={status === 'pending' ? 'running' : status} label={texts.statuses[status]} />,
    ],
    [texts.passages, passageCount.toLocaleString(language)],
    [texts.read, <Timestamp key="read" at={refreshedAt} />],
    [texts.added, <Timestamp key="added" at={createdAt} />],
  ] as const
  return (
    <Table aria-label={texts.details} variant="vertical" layout="fixed">
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
  const address = safeLinkUrl(url)
  if (!address) return url
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}

function Passages({ source }: { source: KnowledgeSource }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const { data } = useHits(q, { limit: 50 })
  const found = data?.data.filter(({ sourceId }) => sourceId === source.id).slice(0, 10)
  if (source.passageCount === 0) return null
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.searchPassages}
        description={texts.searchPassagesHelp}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found?.length === 0 && (
        <Text size="sm" role="status">
          {texts.nothing}
        </Text>
      )}
      {found?.map((hit) => (
        <KnowledgeHit key={hit.id} hit={hit} question={q} inside />
      ))}
    </Stack>
  )
}

export type KnowledgeSource = Schema<'KnowledgeSource'>

export function useRefreshSource({ id }: KnowledgeSource) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post('/knowledge/sources/{sourceId}/_refresh', { path: { sourceId: id } }),
    onSuccess: () => {
      notify.success(texts.refreshing)
      return queries.invalidateQueries({ queryKey: agent.key('knowledge', 'sources') })
    },
    onError: notify.error,
  })
}
