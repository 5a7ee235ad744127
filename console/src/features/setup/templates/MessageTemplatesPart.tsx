import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMessage2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { MessageTemplateDialog } from '../../outreach/edit/MessageTemplateDialog.tsx'
import { useDeleteUnlessUsed } from '../useDeleteUnlessUsed.tsx'

type MessageTemplate = Schema<'MessageTemplate'>
const { templates: texts } = strings

/** Texts with slots that playbooks, flows and Outreaches use by name. */
export function MessageTemplatesPart() {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const read = useQuery({
    queryKey: agent.key('message-templates'),
    queryFn: ({ signal }) => agent.api.get('/message-templates', { signal }),
  })
  const { hidden, remove } = useDeleteUnlessUsed<MessageTemplate>('messageTemplates', async ({ id }) => {
    await agent.api.delete('/message-templates/{templateId}', { path: { templateId: id } })
    await queries.invalidateQueries({ queryKey: agent.key('message-templates') })
  })
  const [edited, edit] = useState<MessageTemplate | 'new'>()
  const columns = useMemo(() => buildTemplateColumns(mayEdit ? remove : undefined), [mayEdit, remove])
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('new')}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <SectionHead title={strings.tabs.templates} lead={texts.lead} actions={add} />
      <DataTable
        label={strings.tabs.templates}
        columns={columns}
        rows={read.data?.data.filter(({ id }) => !hidden.has(id))}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        {...(mayEdit && { onOpen: edit })}
        empty={<EmptyState icon={IconMessage2} title={texts.none} text={texts.noneText} action={add} />}
      />
      {edited && (
        <MessageTemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
          onMade={() => void read.refetch()}
        />
      )}
    </>
  )
}

function buildTemplateColumns(remove?: (template: MessageTemplate) => void): DataColumn<MessageTemplate>[] {
  const columns: DataColumn<MessageTemplate>[] = [
    { id: 'name', label: texts.name, width: '14rem', cell: ({ name }) => name },
    {
      id: 'body',
      label: texts.body,
      wide: true,
      cell: ({ body }) => (
        <Text size="sm" lineClamp={2}>
          {body}
        </Text>
      ),
    },
    {
      id: 'missing',
      width: '14rem',
      label: texts.missing,
      wide: true,
      cell: ({ defaultOnMissingSlot }) => texts.policies[defaultOnMissingSlot ?? 'omit-sentence'],
    },
  ]
  if (!remove) return columns
  const actions: DataColumn<MessageTemplate> = {
    id: 'actions',
    label: texts.actions,
    align: 'right',
    cell: (template) => (
      <Group justify="flex-end">
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={texts.remove(template.name)}
          onClick={() => remove(template)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }
  return [...columns, actions]
}
