import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/emulator.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { EmulatorTabs } from '../EmulatorTabs.tsx'
import { NewLink } from './NewLink.tsx'

const { links } = words
type EmulatorLink = Schema<'EmulatorLink'>

/** Links for those who have no account: they play the personas of this agent, and nothing else. */
export function LinksPage() {
  const agent = useAgent()
  const mayWrite = useCan('editor')
  const [opened, dialog] = useDisclosure()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('emulator-links'),
    queryFn: ({ signal }) => agent.api.get('/emulator-links', { signal }),
  })
  const columns = useColumns(mayWrite)
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      {links.fresh}
    </Button>
  )
  return (
    <Page title={words.title} lead={links.lead} actions={data?.data.length ? add : undefined}>
      <EmulatorTabs />
      {error && <Trouble error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={links.label}
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconLink} title={links.empty} text={links.emptyText} action={add} />}
        />
      )}
      {opened && <NewLink close={dialog.close} />}
    </Page>
  )
}

const labelOf = ({ label }: EmulatorLink) => label || links.unnamed

function useColumns(mayWrite: boolean): Column<EmulatorLink>[] {
  const shown: Column<EmulatorLink>[] = [
    { id: 'label', label: links.columns.label, cell: labelOf },
    { id: 'created', label: links.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
    { id: 'expires', label: links.columns.expires, wide: true, cell: ({ expiresAt }) => <When at={expiresAt} /> },
  ]
  const actions: Column<EmulatorLink> = {
    id: 'actions',
    label: links.columns.actions,
    align: 'right',
    cell: (link) => <Revoke link={link} />,
  }
  return mayWrite ? [...shown, actions] : shown
}

function Revoke({ link }: { link: EmulatorLink }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => agent.api.delete('/emulator-links/{linkId}', { path: { linkId: link.id } }),
    onSuccess: () => tell.done(links.revoked),
    onError: tell.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('emulator-links') }),
  })
  const ask = async () => {
    const { revokeTitle, revokeText: text, revokeWord: ok } = links
    if (await confirm({ title: revokeTitle(labelOf(link)), text, ok, danger: true })) revoking.mutate()
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={revoking.isPending}
      onClick={ask}
      aria-label={links.revoke(labelOf(link))}
    >
      {links.revokeWord}
    </Button>
  )
}
