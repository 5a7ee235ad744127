import { Button } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyMenu } from './KeyMenu.tsx'
import { KeyName } from './KeyName.tsx'

const { keys: texts } = strings
export type ApiKey = Schema<'ApiKey'>
export type KeyAction =
  | { what: 'add' }
  | { what: 'edit'; key: ApiKey }
  | { what: 'show'; secret: string; rolled: boolean }

/** What programs sign in with. */
export function KeysPage() {
  const [doing, setDoing] = useState<KeyAction>()
  const close = () => setDoing(undefined)
  const made = (secret: string) => setDoing({ what: 'show', secret, rolled: false })
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDoing({ what: 'add' })}>
      {texts.add}
    </Button>
  )
  return (
    <SettingsFrame adminOnly lead={texts.lead} actions={add}>
      <KeyTable act={setDoing} />
      {doing?.what === 'add' && <KeyDialog close={close} made={made} />}
      {doing?.what === 'edit' && <KeyDialog apiKey={doing.key} close={close} made={made} />}
      {doing?.what === 'show' && (
        <OneTimeSecret
          title={texts.made}
          text={doing.rolled ? texts.rolledText : texts.madeText}
          label={texts.key}
          value={doing.secret}
          close={close}
        />
      )}
    </SettingsFrame>
  )
}

function KeyTable({ act }: { act: (doing: KeyAction) => void }) {
  const org = useOrg()
  const { rows, error, refetch, more } = useList(org.key('api-keys'), (page, signal) =>
    org.api.get('/api-keys', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<ApiKey>[] = [
    { id: 'name', label: texts.name, cell: (key) => <KeyName apiKey={key} /> },
    { id: 'scopes', label: texts.scopes, wide: true, cell: ({ scopes }) => texts.scopesOf(scopes) },
    { id: 'used', label: texts.used, cell: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
    { id: 'expires', label: texts.expires, wide: true, cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
    { id: 'created', label: texts.created, wide: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { id: 'actions', label: strings.actions, align: 'right', cell: (key) => <KeyMenu apiKey={key} act={act} /> },
  ]
  const empty = <EmptyState icon={IconKey} title={texts.empty} text={texts.emptyText} />
  return (
    <DataTable label={texts.label} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
  )
}

function Expiry({ expiresAt }: { expiresAt: string | undefined }) {
  const over = expiresAt !== undefined && Date.parse(expiresAt) < Date.now()
  return over ? <StatusBadge status="expired" label={texts.expired} /> : <Timestamp at={expiresAt} />
}
