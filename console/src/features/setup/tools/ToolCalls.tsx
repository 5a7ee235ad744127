import { Group, Select, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/tools.ts'
import { useNames } from '../../../api/lookups.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { parseJsonText } from './parameter-fields.ts'

const texts = strings.tools.calls
type Call = Schema<'ToolCall'>
type CallState = Call['state']
const states = Object.keys(texts.states) as CallState[]

/** The last calls of a tool, newest first, with what was sent and what came back. */
export function ToolCalls({ toolId }: { toolId: string }) {
  const agent = useAgent()
  const [state, setState] = useState<CallState>()
  const [opened, open] = useState<Call>()
  const { rows, error, refetch, more } = useList(agent.key('tool-calls', toolId, state ?? ''), (page, signal) => {
    const query = { limit: 20, ...(state && { state }), ...page }
    return agent.api.get('/tool-bindings/{toolId}/calls', { path: { toolId }, query, signal })
  })
  const columns = useColumns()
  return (
    <Stack gap="sm">
      <Select
        size="xs"
        maw={200}
        label={texts.state}
        placeholder={texts.anyState}
        clearable
        data={states.map((value) => ({ value, label: texts.states[value] }))}
        value={state ?? null}
        onChange={(value) => setState((value as CallState | null) ?? undefined)}
      />
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
      ) : (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          onOpen={open}
          more={more}
          empty={
            <EmptyState
              icon={IconHistory}
              title={state ? texts.noneOfState : texts.none}
              text={state ? texts.noneOfStateText : texts.noneText}
            />
          }
        />
      )}
      {opened && <CallPanel call={opened} close={() => open(undefined)} />}
    </Stack>
  )
}

function useColumns(): DataColumn<Call>[] {
  const nameOf = useNames('playbooks')
  return [
    { id: 'at', label: texts.at, cell: ({ at }) => <Timestamp at={at} /> },
    { id: 'state', label: texts.state, cell: ({ state }) => <CallBadge state={state} /> },
    {
      id: 'by',
      label: texts.by,
      wide: true,
      cell: ({ calledBy, playbookId }) => texts.calledBy[calledBy](playbookId === undefined ? '' : nameOf(playbookId)),
    },
    { id: 'status', label: texts.status, align: 'right', wide: true, cell: ({ response }) => response?.status ?? '' },
    {
      id: 'time',
      label: texts.milliseconds,
      align: 'right',
      wide: true,
      cell: ({ milliseconds }) => milliseconds ?? '',
    },
  ]
}

const badges: Record<CallState, string> = {
  running: 'running',
  succeeded: 'passed',
  failed: 'failed',
  unknown: 'warning',
}
const CallBadge = ({ state }: { state: CallState }) => (
  <StatusBadge status={badges[state]} label={texts.states[state]} />
)

function CallPanel({ call, close }: { call: Call; close: () => void }) {
  const params = { org: useOrg().id, agent: useAgent().id }
  const { at, state, error, given, request, response, result, milliseconds, userId } = call
  return (
    <SidePanel onClose={close} title={texts.one} size="lg">
      <Stack>
        <Group gap="sm">
          <CallBadge state={state} />
          <Text size="sm" component="span">
            <Timestamp at={at} />
          </Text>
          {milliseconds !== undefined && <Text size="sm">{strings.tools.trial.milliseconds(milliseconds)}</Text>}
          {userId !== undefined && (
            <AnchorLink
              size="sm"
              to="/orgs/$org/agents/$agent/inbox/logs"
              params={params}
              search={{ user: userId, days: '30' }}
            >
              {texts.logs}
            </AnchorLink>
          )}
        </Group>
        {state === 'unknown' && <Text size="sm">{texts.unknownText}</Text>}
        {error !== undefined && <Text size="sm">{error}</Text>}
        <Block title={texts.given} value={given} />
        {request && <Block title={texts.request(request.method, request.url)} value={toReadable(request.body)} />}
        {response && <Block title={texts.response(response.status)} value={toReadable(response.body)} />}
        {state === 'succeeded' && <Block title={texts.result} value={result} />}
        <Text size="xs" className="quiet">
          {texts.masked}
        </Text>
      </Stack>
    </SidePanel>
  )
}

/** JSON is indented; any other text is shown as it is. */
function toReadable(body: string | undefined): unknown {
  if (body === undefined || body === '') return undefined
  return parseJsonText(body) ?? body
}

function Block({ title, value }: { title: string; value: unknown }) {
  return (
    <Stack gap={4}>
      <Title order={3} size="h6" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {value === undefined ? <Text className="quiet">{texts.empty}</Text> : <JsonBlock value={value} label={title} />}
    </Stack>
  )
}
