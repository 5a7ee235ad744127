import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp, useNow } from '../../../components/Timestamp.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { type LinkAction, LinkMenu } from './LinkMenu.tsx'
import { type OutreachLink, outreachLinkStateOf } from './link-state.ts'
import { NewOutreachLinkDialog } from './NewOutreachLinkDialog.tsx'
import { QrDialog } from './QrDialog.tsx'
import { TryLink } from './TryLink.tsx'
import { useLinks, useRcsBinding } from './useLinks.ts'

const { links: texts } = strings

export function OutreachLinksPage() {
  const links = useLinks()
  const [making, setMaking] = useState(false)
  const [doing, setDoing] = useState<{ verb: LinkAction; link: OutreachLink }>()
  const add = useCreateLink(() => setMaking(true))
  const columns = useColumns((verb, link) => setDoing({ verb, link }))
  if (links.error) return <ErrorAlert error={links.error} retry={links.refetch} />
  return (
    <OutreachFrame actions={links.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{texts.lead}</Text>
        <DataTable
          label={texts.table}
          columns={columns}
          rows={links.data}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconQrcode} title={texts.emptyTitle} text={texts.emptyText} action={add} />}
        />
      </Stack>
      {making && <NewOutreachLinkDialog onClose={() => setMaking(false)} />}
      {doing?.verb === 'qr' && <QrDialog link={doing.link} onClose={() => setDoing(undefined)} />}
      {doing?.verb === 'try' && <TryLink link={doing.link} onClose={() => setDoing(undefined)} />}
    </OutreachFrame>
  )
}

/** What makes a link; without a channel on rcs, where to get one. */
function useCreateLink(onAdd: () => void) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const rcs = useRcsBinding()
  if (!can || rcs.data === undefined) return undefined
  if (rcs.data) {
    return (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {texts.new}
      </Button>
    )
  }
  return (
    <Stack gap="xs" align="center">
      <Text size="sm">{texts.noChannel}</Text>
      <ButtonLink to="/orgs/$org/agents/$agent/channels" params={routeIds}>
        {texts.toChannels}
      </ButtonLink>
    </Stack>
  )
}

function useColumns(onVerb: (verb: LinkAction, link: OutreachLink) => void): DataColumn<OutreachLink>[] {
  const now = useNow()
  return [
    {
      id: 'label',
      label: texts.label,
      cell: ({ label }) => label || <span className="quiet">{texts.unlabelled}</span>,
    },
    {
      id: 'state',
      label: texts.state,
      cell: (link) => {
        const state = outreachLinkStateOf(link, now)
        return <StatusBadge status={state} label={texts.states[state]} />
      },
    },
    { id: 'uses', label: texts.uses, cell: (link) => <LinkUses link={link} />, wide: true },
    { id: 'expires', label: texts.expires, cell: ({ expiresAt }) => <Timestamp at={expiresAt} />, wide: true },
    { id: 'actions', label: texts.take, cell: (link) => <LinkMenu link={link} onVerb={onVerb} />, align: 'right' },
  ]
}

function LinkUses({ link: { maxUses, redemptionCount } }: { link: OutreachLink }) {
  const label = texts.used(redemptionCount, maxUses)
  return (
    <Stack gap={2} w={140}>
      <Text size="sm">{label}</Text>
      <Progress value={(redemptionCount / maxUses) * 100} size="sm" aria-label={label} />
    </Stack>
  )
}
