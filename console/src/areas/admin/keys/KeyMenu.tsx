import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/tell.tsx'
import { endOfNew, endOfRolled } from './expiry.ts'
import type { ApiKey, Doing } from './KeysPage.tsx'

const { keys: said } = words

export function KeyMenu({ apiKey, act }: { apiKey: ApiKey; act: (doing: Doing) => void }) {
  const { roll, revoke } = useKeyDeeds(act)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOn(apiKey.name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act({ what: 'edit', key: apiKey })}>{said.edit}</Menu.Item>
        <Menu.Item onClick={() => roll(apiKey)}>{said.roll}</Menu.Item>
        <Menu.Item color="red" onClick={() => revoke(apiKey)}>
          {said.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useKeyDeeds(act: (doing: Doing) => void) {
  const org = useOrg()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: org.key('api-keys') })
  const path = ({ id }: ApiKey) => ({ keyId: id })
  return {
    /** The new one first: should the second step fail, both work, and the old one can be ended by hand. */
    async roll(old: ApiKey) {
      const { rollTitle: title, rollText: text, roll: ok } = said
      if (!(await confirm({ title: title(old.name), text, ok }))) return
      try {
        const { name, description, scopes } = old
        const now = Date.now()
        const expiresAt = endOfNew(old, now)
        const body = { name, scopes, ...(description && { description }), ...(expiresAt && { expiresAt }) }
        const made = await org.api.post('/api-keys', { body })
        act({ what: 'show', secret: made.key, rolled: true })
        const end = { expiresAt: endOfRolled(old.expiresAt, now) }
        await org.api.patch('/api-keys/{keyId}', { path: path(old), body: end })
      } catch (error) {
        tell.failed(error)
      }
      await refresh()
    },
    async revoke(key: ApiKey) {
      const { revokeTitle: title, revokeText: text, revoke: ok } = said
      if (!(await confirm({ title: title(key.name), text, ok, danger: true }))) return
      try {
        await org.api.delete('/api-keys/{keyId}', { path: path(key) })
        tell.done(said.revoked(key.name))
      } catch (error) {
        tell.failed(error)
      }
      await refresh()
    },
  }
}
