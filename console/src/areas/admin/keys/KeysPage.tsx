import { Button } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useOrg } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { ShownOnce } from '../ShownOnce.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyMenu } from './KeyMenu.tsx'
import { KeyName } from './KeyName.tsx'

const { keys: said } = words
export type ApiKey = Schema<'ApiKey'>
export type Doing = { what: 'add' } | { what: 'edit'; key: ApiKey } | { what: 'show'; secret: string; rolled: boolean }

/** What programs sign in with. */
export function KeysPage() {
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const made = (secret: string) => setDoing({ what: 'show', secret, rolled: false })
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDoing({ what: 'add' })}>
      {said.add}
    </Button>
  )
  return (
    <SettingsFrame adminOnly lead={said.lead} actions={add}>
      <KeyTable act={setDoing} />
      {doing?.what === 'add' && <KeyDialog close={close} made={made} />}
      {doing?.what === 'edit' && <KeyDialog apiKey={doing.key} close={close} made={made} />}
      {doing?.what === 'show' && (
        <ShownOnce
          title={said.made}
          text={doing.rolled ? said.rolledText : said.madeText}
          label={said.key}
          value={doing.secret}
          close={close}
        />
      )}
    </SettingsFrame>
  )
}

function KeyTable({ act }: { act: (doing: Doing) => void }) {
  const org = useOrg()
  const { rows, error, refetch, more } = useList(org.key('api-keys'), (page, signal) =>
    org.api.get('/api-keys', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <Trouble error={error} retry={refetch} />
  const columns: Column<ApiKey>[] = [
    { id: 'name', label: said.name, cell: (key) => <KeyName apiKey={key} /> },
    { id: 'scopes', label: said.scopes, wide: true, cell: ({ scopes }) => said.scopesOf(scopes) },
    { id: 'used', label: said.used, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
    { id: 'expires', label: said.expires, wide: true, cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
    { id: 'created', label: said.created, wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    { id: 'actions', label: words.actions, align: 'right', cell: (key) => <KeyMenu apiKey={key} act={act} /> },
  ]
  const empty = <EmptyState icon={IconKey} title={said.empty} text={said.emptyText} />
  return <DataTable label={said.label} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
}

function Expiry({ expiresAt }: { expiresAt: string | undefined }) {
  const over = expiresAt !== undefined && Date.parse(expiresAt) < Date.now()
  return over ? <StatusBadge status="expired" label={said.expired} /> : <When at={expiresAt} />
}
