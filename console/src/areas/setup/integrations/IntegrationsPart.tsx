import { ActionIcon, Button, Code, Group } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { words } from '#words/setup.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useHidden } from '../useHidden.tsx'
import { IntegrationEditor } from './IntegrationEditor.tsx'

type Integration = Schema<'Integration'>
const { integrations: said } = words

/** Programs of one's own that the agent may call. */
export function IntegrationsPart() {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const read = useQuery({
    queryKey: agent.key('integrations'),
    queryFn: ({ signal }) => agent.api.get('/integrations', { signal }),
  })
  const { hidden, remove } = useHidden<Integration>('integrations', async ({ id }) => {
    await agent.api.delete('/integrations/{id}', { path: { id } })
    await queries.invalidateQueries({ queryKey: agent.key('integrations') })
  })
  const [edited, edit] = useState<Integration | 'new'>()
  const columns = useMemo(() => columnsFor(mayEdit ? remove : undefined), [mayEdit, remove])
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('new')}>
      {said.add}
    </Button>
  )
  return (
    <>
      <PartHead title={words.tabs.integrations} lead={said.lead} actions={add} />
      <DataTable
        label={words.tabs.integrations}
        columns={columns}
        rows={read.data?.data.filter(({ id }) => !hidden.has(id))}
        rowId={({ id }) => id}
        onOpen={edit}
        empty={<EmptyState icon={IconPlugConnected} title={said.none} text={said.noneText} action={add} />}
      />
      <SidePanel
        opened={edited !== undefined}
        onClose={() => edit(undefined)}
        size="lg"
        title={edited === 'new' || !edited ? said.add : (edited.name ?? edited.id)}
      >
        {edited && (
          <IntegrationEditor integration={edited === 'new' ? undefined : edited} close={() => edit(undefined)} />
        )}
      </SidePanel>
    </>
  )
}

function columnsFor(remove?: (integration: Integration) => void): Column<Integration>[] {
  const shown: Column<Integration>[] = [
    { id: 'name', label: said.name, cell: ({ id, name }) => name ?? id },
    { id: 'description', label: said.description, wide: true, cell: ({ description }) => description },
    {
      id: 'endpoint',
      label: said.url,
      wide: true,
      cell: ({ endpoint }) => <Code>{`${endpoint.method ?? 'POST'} ${endpoint.url}`}</Code>,
    },
    {
      id: 'auth',
      label: said.auth,
      cell: ({ auth }) => (auth.set ? words.secret.kept(auth.last4 ?? '') : words.secret.none),
    },
  ]
  if (!remove) return shown
  const actions: Column<Integration> = {
    id: 'actions',
    label: said.actions,
    align: 'right',
    cell: (integration) => (
      <Group justify="flex-end">
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={said.remove(integration.name ?? integration.id)}
          onClick={(event) => {
            event.stopPropagation()
            remove(integration)
          }}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }
  return [...shown, actions]
}
