import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import type { ApiKey, KeyAction } from './KeysPage.tsx'
import { replacementKeyExpiry, rotatedKeyExpiry } from './key-expiry.ts'

const { keys: keyMenuTexts } = strings

export function KeyMenu({ apiKey, act }: { apiKey: ApiKey; act: (doing: KeyAction) => void }) {
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
    /** The new one first: should the second step fail, both work, and the old one can be ended by hand. */
    async roll(old: ApiKey) {
      const { rollTitle: title, rollText: text, roll: ok } = keyMenuTexts
      if (!(await askConfirmation({ title: title(old.name), text, ok }))) return
      try {
        const { name, description, scopes } = old
        const now = Date.now()
        const expiresAt = replacementKeyExpiry(old, now)
        const body = { name, scopes, ...(description && { description }), ...(expiresAt && { expiresAt }) }
        const made = await org.api.post('/api-keys', { body })
        act({ what: 'show', secret: made.key, rolled: true })
        const end = { expiresAt: rotatedKeyExpiry(old.expiresAt, now) }
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
