import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/outreach.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useNow, When } from '../../../parts/When.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { LinkMenu, type LinkVerb } from './LinkMenu.tsx'
import { type OutreachLink, stateOf } from './link-state.ts'
import { NewLink } from './NewLink.tsx'
import { QrDialog } from './QrDialog.tsx'
import { TryLink } from './TryLink.tsx'
import { useLinks, useRcsBinding } from './useLinks.ts'

const { links: said } = words

export function LinksPage() {
  const links = useLinks()
  const [making, setMaking] = useState(false)
  const [doing, setDoing] = useState<{ verb: LinkVerb; link: OutreachLink }>()
  const add = useAdd(() => setMaking(true))
  const columns = useColumns((verb, link) => setDoing({ verb, link }))
  if (links.error) return <Trouble error={links.error} retry={links.refetch} />
  return (
    <OutreachFrame actions={links.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{said.lead}</Text>
        <DataTable
          label={said.table}
          columns={columns}
          rows={links.data}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconQrcode} title={said.emptyTitle} text={said.emptyText} action={add} />}
        />
      </Stack>
      {making && <NewLink onClose={() => setMaking(false)} />}
      {doing?.verb === 'qr' && <QrDialog link={doing.link} onClose={() => setDoing(undefined)} />}
      {doing?.verb === 'try' && <TryLink link={doing.link} onClose={() => setDoing(undefined)} />}
    </OutreachFrame>
  )
}

/** What makes a link; without a channel on rcs, where to get one. */
function useAdd(onAdd: () => void) {
  const can = useCan('editor')
  const place = usePlace()
  const rcs = useRcsBinding()
  if (!can || rcs.data === undefined) return undefined
  if (rcs.data) {
    return (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {said.new}
      </Button>
    )
  }
  return (
    <Stack gap="xs" align="center">
      <Text size="sm">{said.noChannel}</Text>
      <ButtonLink to="/orgs/$org/agents/$agent/channels" params={place}>
        {said.toChannels}
      </ButtonLink>
    </Stack>
  )
}

function useColumns(onVerb: (verb: LinkVerb, link: OutreachLink) => void): Column<OutreachLink>[] {
  const now = useNow()
  return [
    { id: 'label', label: said.label, cell: ({ label }) => label || <span className="quiet">{said.unlabelled}</span> },
    {
      id: 'state',
      label: said.state,
      cell: (link) => {
        const state = stateOf(link, now)
        return <StatusBadge status={state} label={said.states[state]} />
      },
    },
    { id: 'uses', label: said.uses, cell: (link) => <Uses link={link} />, wide: true },
    { id: 'expires', label: said.expires, cell: ({ expiresAt }) => <When at={expiresAt} />, wide: true },
    { id: 'actions', label: said.take, cell: (link) => <LinkMenu link={link} onVerb={onVerb} />, align: 'right' },
  ]
}

function Uses({ link: { maxUses, redemptionCount } }: { link: OutreachLink }) {
  const label = said.used(redemptionCount, maxUses)
  return (
    <Stack gap={2} w={140}>
      <Text size="sm">{label}</Text>
      <Progress value={(redemptionCount / maxUses) * 100} size="sm" aria-label={label} />
    </Stack>
  )
}
