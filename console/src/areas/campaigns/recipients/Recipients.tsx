import { Button, Group, Select, Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/campaigns.ts'
import { usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { PersonName } from '../../outreach/shared/PersonName.tsx'
import { reasonWords } from '../../outreach/shared/Reason.tsx'
import { type Campaign, exclusionReasons, isOver } from '../campaign.ts'
import { PersonPreview } from '../checks/Previews.tsx'
import { type RecipientFilter, recipientStates } from '../search.ts'
import { type Recipient, useRecipients } from './useRecipients.ts'

const { recipients: said, counters } = words

/** Why, whether staging says so or the send. */
export const whyWords = (reason: string): string => words.exclusionHints[reason] ?? reasonWords(reason)

type Given = { campaign: Campaign; filter: RecipientFilter; onFilter: (filter: RecipientFilter) => void }

/** Whom a campaign goes to and whom not, by state and reason. */
export function Recipients({ campaign, filter, onFilter }: Given) {
  const isLive = campaign.status === 'running'
  const { rows, error, refetch, more } = useRecipients(campaign.id, filter, isLive ? 5_000 : undefined)
  const [previewed, setPreviewed] = useState<string>()
  const columns = useColumns(isOver(campaign) ? undefined : setPreviewed)
  if (error) return <Trouble error={error} retry={refetch} />
  return (
    <Stack>
      <Filters filter={filter} onFilter={onFilter} />
      <DataTable
        label={said.table}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        more={more}
        empty={
          <EmptyState
            icon={IconUsers}
            title={said.emptyTitle}
            text={campaign.status === 'draft' ? said.draft : said.emptyText}
          />
        }
      />
      {previewed && (
        <Dialog onClose={() => setPreviewed(undefined)} title={said.preview} size="sm" zIndex={300}>
          <PersonPreview campaignId={campaign.id} personId={previewed} />
        </Dialog>
      )}
    </Stack>
  )
}

function Filters({ filter: { state, reason }, onFilter }: Omit<Given, 'campaign'>) {
  const shared = { clearable: true, clearButtonProps: { 'aria-label': said.any }, placeholder: said.any }
  const known = exclusionReasons.map((value) => ({ value, label: words.exclusions[value] ?? value }))
  const isKnown = !reason || known.some(({ value }) => value === reason)
  return (
    <Group gap="xs">
      <Select
        label={said.state}
        data={recipientStates.map((value) => ({ value, label: counters[value] }))}
        value={state ?? null}
        onChange={(chosen) => onFilter({ reason, ...(chosen && { state: chosen as typeof state }) })}
        w={180}
        {...shared}
      />
      <Select
        label={said.reason}
        data={isKnown ? known : [...known, { value: reason, label: whyWords(reason) }]}
        value={reason ?? null}
        onChange={(chosen) => onFilter({ state, ...(chosen && { reason: chosen }) })}
        w={{ base: '100%', xs: 280 }}
        searchable
        {...shared}
      />
    </Group>
  )
}

function useColumns(onPreview: ((personId: string) => void) | undefined): Column<Recipient>[] {
  const place = usePlace()
  return [
    { id: 'person', label: said.person, cell: ({ personId }) => <Who personId={personId} /> },
    {
      id: 'state',
      label: said.state,
      cell: ({ state }) => <StatusBadge status={state} label={counters[state]} />,
    },
    { id: 'reason', label: said.reason, cell: ({ reason }) => reason && whyWords(reason), wide: true },
    {
      id: 'send',
      label: said.send,
      cell: ({ sendId, personId }) => {
        if (sendId && !personId.startsWith('psn')) {
          return (
            <AnchorLink to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...place, sendId }} size="sm">
              {said.open}
            </AnchorLink>
          )
        }
        return onPreview ? (
          <Button size="compact-xs" variant="default" onClick={() => onPreview(personId)}>
            {said.preview}
          </Button>
        ) : null
      },
    },
  ]
}

function Who({ personId }: { personId: string }) {
  const place = usePlace()
  if (personId.startsWith('psn')) return <PersonName personId={personId} />
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/people/$personId" params={{ ...place, personId }} size="sm">
      <PersonName personId={personId} />
    </AnchorLink>
  )
}
