import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { strings } from '#i18n/outreach.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { type MessageTemplate, type Outreach, useOutreaches, useTemplates } from '../shared/outreach-config.ts'
import { NewOutreach } from './NewOutreach.tsx'

const { list, classes } = strings

export function OutreachesPage() {
  const can = useCan('editor')
  const [making, { open, close }] = useDisclosure()
  const outreaches = useOutreaches()
  const templates = useTemplates()
  const routeIds = useRouteIds()
  const add = can && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {list.new}
    </Button>
  )
  if (outreaches.error) return <ErrorAlert error={outreaches.error} retry={outreaches.refetch} />
  return (
    <OutreachFrame actions={outreaches.data?.length ? add : undefined}>
      <DataTable
        label={list.table}
        columns={columnsWith(templates.data ?? [])}
        rows={outreaches.data}
        rowId={({ id }) => id}
        linkOf={({ id }) => ({
          to: '/orgs/$org/agents/$agent/outreach/edit/$outreachId',
          params: { ...routeIds, outreachId: id },
        })}
        empty={<EmptyState icon={IconSend} title={list.emptyTitle} text={list.emptyText} action={add} />}
      />
      {making && <NewOutreach onClose={close} />}
    </OutreachFrame>
  )
}

function columnsWith(templates: readonly MessageTemplate[]): DataColumn<Outreach>[] {
  const bodyOf = (id: string) => templates.find((template) => template.id === id)?.body ?? id
  return [
    { id: 'name', label: list.name, cell: ({ name }) => name },
    {
      id: 'state',
      label: list.state,
      cell: ({ enabled }) => (
        <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
      ),
    },
    {
      id: 'class',
      label: list.class,
      cell: (one) => (
        <Badge variant="default" tt="none">
          {classes[one.class]}
        </Badge>
      ),
      wide: true,
    },
    {
      id: 'opener',
      label: list.opener,
      cell: ({ openerTemplateId }) => (
        <Text size="sm" lineClamp={1} maw={420}>
          {bodyOf(openerTemplateId)}
        </Text>
      ),
      wide: true,
    },
    { id: 'inputs', label: list.inputs, cell: ({ inputs }) => inputs.join(', ') || none, wide: true },
    {
      id: 'followUp',
      label: list.followUp,
      cell: ({ followUp }) => (followUp ? strings.minutes.format(followUp.delayMinutes) : none),
      wide: true,
    },
  ]
}

const none = <span className="quiet">{list.none}</span>
