import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMessage2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { words } from '#words/setup.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { TemplateDialog } from '../../outreach/edit/TemplateDialog.tsx'
import { useHidden } from '../useHidden.tsx'

type MessageTemplate = Schema<'MessageTemplate'>
const { templates: said } = words

/** Texts with slots, which playbooks, flows and Outreaches say by their name. */
export function TemplatesPart() {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const read = useQuery({
    queryKey: agent.key('message-templates'),
    queryFn: ({ signal }) => agent.api.get('/message-templates', { signal }),
  })
  const { hidden, remove } = useHidden<MessageTemplate>('messageTemplates', async ({ id }) => {
    await agent.api.delete('/message-templates/{templateId}', { path: { templateId: id } })
    await queries.invalidateQueries({ queryKey: agent.key('message-templates') })
  })
  const [edited, edit] = useState<MessageTemplate | 'new'>()
  const columns = useMemo(() => columnsFor(mayEdit ? remove : undefined), [mayEdit, remove])
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('new')}>
      {said.add}
    </Button>
  )
  return (
    <>
      <PartHead title={words.tabs.templates} lead={said.lead} actions={add} />
      <DataTable
        label={words.tabs.templates}
        columns={columns}
        rows={read.data?.data.filter(({ id }) => !hidden.has(id))}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        {...(mayEdit && { onOpen: edit })}
        empty={<EmptyState icon={IconMessage2} title={said.none} text={said.noneText} action={add} />}
      />
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
          onMade={() => void read.refetch()}
        />
      )}
    </>
  )
}

function columnsFor(remove?: (template: MessageTemplate) => void): Column<MessageTemplate>[] {
  const shown: Column<MessageTemplate>[] = [
    { id: 'name', label: said.name, cell: ({ name }) => name },
    {
      id: 'body',
      label: said.body,
      wide: true,
      cell: ({ body }) => (
        <Text size="sm" lineClamp={2}>
          {body}
        </Text>
      ),
    },
    {
      id: 'missing',
      label: said.missing,
      wide: true,
      cell: ({ defaultOnMissingSlot }) => said.policies[defaultOnMissingSlot ?? 'omit-sentence'],
    },
  ]
  if (!remove) return shown
  const actions: Column<MessageTemplate> = {
    id: 'actions',
    label: said.actions,
    align: 'right',
    cell: (template) => (
      <Group justify="flex-end">
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={said.remove(template.name)}
          onClick={(event) => {
            event.stopPropagation()
            remove(template)
          }}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }
  return [...shown, actions]
}
