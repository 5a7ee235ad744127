import { ActionIcon, Button, Code, Group } from '@mantine/core'
import { IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { strings as toolsTexts } from '#i18n/tools.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'

import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useDeleteUnlessUsed } from '../useDeleteUnlessUsed.tsx'
import { IntegrationEditor } from './IntegrationEditor.tsx'
import type { Integration } from './integration-form.ts'

const { integrations: texts } = toolsTexts

/** The customer's own programs that the agent may call. */
export function IntegrationsPart() {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const read = useQuery({
    queryKey: agent.key('integrations'),
    queryFn: ({ signal }) => agent.api.get('/integrations', { signal }),
  })
  const { hidden, remove } = useDeleteUnlessUsed<Integration>('integrations', async ({ id }) => {
    await agent.api.delete('/integrations/{id}', { path: { id } })
    await queries.invalidateQueries({ queryKey: agent.key('integrations') })
  })
  const [edited, edit] = useState<Integration | 'new'>()
  const columns = useMemo(() => buildIntegrationColumns(mayEdit ? remove : undefined), [mayEdit, remove])
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('new')}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <SectionHead title={strings.tabs.integrations} lead={texts.lead} actions={add} />
      <DataTable
        label={strings.tabs.integrations}
        columns={columns}
        rows={read.data?.data.filter(({ id }) => !hidden.has(id))}
        rowId={({ id }) => id}
        onOpen={edit}
        empty={<EmptyState icon={IconPlugConnected} title={texts.none} text={texts.noneText} action={add} />}
      />
      <SidePanel
        opened={edited !== undefined}
        onClose={() => edit(undefined)}
        size="lg"
        title={edited === 'new' || !edited ? texts.add : (edited.name ?? edited.id)}
      >
        {edited === 'new' && <IntegrationEditor integration={undefined} close={() => edit(undefined)} />}
        {edited && edited !== 'new' && <LoadedEditor id={edited.id} close={() => edit(undefined)} />}
      </SidePanel>
    </>
  )
}

/** The list leaves out documents, so the editor reads the integration itself. */
function LoadedEditor({ id, close }: { id: string; close: () => void }) {
  const agent = useAgent()
  const read = useQuery({
    queryKey: [...agent.key('integrations'), id],
    queryFn: ({ signal }) => agent.api.get('/integrations/{id}', { path: { id }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  return read.data ? <IntegrationEditor integration={read.data} close={close} /> : <Loading />
}

/** Where an integration calls, as one line. */
function describeTarget(integration: Integration): string {
  if (integration.kind === 'http') return `${integration.endpoint.method ?? 'POST'} ${integration.endpoint.url}`
  if (integration.kind === 'mcp') return integration.url
  return integration.serverUrl ?? integration.documentUrl ?? texts.ownDocument
}

function buildIntegrationColumns(remove?: (integration: Integration) => void): DataColumn<Integration>[] {
  const columns: DataColumn<Integration>[] = [
    { id: 'name', label: texts.name, cell: ({ id, name }) => name ?? id },
    { id: 'kind', label: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    { id: 'description', label: texts.description, wide: true, cell: ({ description }) => description },
    {
      id: 'endpoint',
      label: texts.url,
      wide: true,
      cell: (integration) => <Code>{describeTarget(integration)}</Code>,
    },
    {
      id: 'status',
      label: texts.status,
      cell: (integration) =>
        integration.kind === 'http'
          ? ''
          : `${texts.statuses[integration.status]}, ${texts.tools(integration.tools.length)}`,
    },
    {
      id: 'auth',
      label: texts.auth,
      cell: ({ auth }) => (auth.set ? strings.secret.saved(auth.last4 ?? '') : strings.secret.none),
    },
  ]
  if (!remove) return columns
  const actions: DataColumn<Integration> = {
    id: 'actions',
    label: texts.actions,
    align: 'right',
    cell: (integration) => (
      <Group justify="flex-end">
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={texts.remove(integration.name ?? integration.id)}
          onClick={() => remove(integration)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }
  return [...columns, actions]
}
