import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDots, IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { computeReplacementExpiry, computeRotatedExpiry } from './key-expiry.ts'

const { keys: keyMenuTexts } = strings

function KeyMenu({ apiKey, act }: { apiKey: ApiKey; act: (doing: KeyAction) => void }) {
  const { roll, revoke } = useKeyActions(act)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.actionsOn(apiKey.name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act({ what: 'edit', key: apiKey })}>{keyMenuTexts.edit}</Menu.Item>
        <Menu.Item onClick={() => roll(apiKey)}>{keyMenuTexts.roll}</Menu.Item>
        <Menu.Item color="red" onClick={() => revoke(apiKey)}>
          {keyMenuTexts.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useKeyActions(act: (doing: KeyAction) => void) {
  const org = useOrg()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: org.key('api-keys') })
  const path = ({ id }: ApiKey) => ({ keyId: id })
  return {
    /** Creates the new key first: if the second step fails, both work and the old one can be revoked by hand. */
    async roll(old: ApiKey) {
      const { rollTitle: title, rollText: text, roll: ok } = keyMenuTexts
      if (!(await askConfirmation({ title: title(old.name), text, ok }))) return
      try {
        const { name, description, scopes } = old
        const now = Date.now()
        const expiresAt = computeReplacementExpiry(old, now)
        const body = { name, scopes, ...(description && { description }), ...(expiresAt && { expiresAt }) }
        const made = await org.api.post('/api-keys', { body })
        act({ what: 'show', secret: made.key, rolled: true })
        const end = { expiresAt: computeRotatedExpiry(old.expiresAt, now) }
        await org.api.patch('/api-keys/{keyId}', { path: path(old), body: end })
      } catch (error) {
        notify.error(error)
      }
      await refresh()
    },
    async revoke(key: ApiKey) {
      const { revokeTitle: title, revokeText: text, revoke: ok } = keyMenuTexts
      if (!(await askConfirmation({ title: title(key.name), text, ok, danger: true }))) return
      try {
        await org.api.delete('/api-keys/{keyId}', { path: path(key) })
        notify.success(keyMenuTexts.revoked(key.name))
      } catch (error) {
        notify.error(error)
      }
      await refresh()
    },
  }
}

const { keys: texts } = strings
export type ApiKey = Schema<'ApiKey'>
export type KeyAction =
  | { what: 'add' }
  | { what: 'edit'; key: ApiKey }
  | { what: 'show'; secret: string; rolled: boolean }

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
          title={texts.createdTitle}
          text={doing.rolled ? texts.rolledText : texts.createdText}
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

/** Identifies a key by its name, prefix and description. */
function KeyName({ apiKey: { name, prefix, description } }: { apiKey: ApiKey }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Text size="xs" ff="monospace" className="quiet">
        {`${prefix}…`}
      </Text>
      {description && (
        <Text size="xs" className="quiet" lineClamp={2}>
          {description}
        </Text>
      )}
    </Stack>
  )
}
