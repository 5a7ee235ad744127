import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/tell.tsx'
import type { Webhook } from './state.ts'

const { webhooks: said } = words

/** What is done at once, with a word at the edge of what came of it. */
export function useWebhookDeeds({ id: webhookId, url }: Webhook, show: (secret: string) => void) {
  const org = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const path = { webhookId }
  const done = async (deed: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await deed()
    } catch (error) {
      tell.failed(error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: org.key('webhooks') })
  }
  return {
    busy,
    test: () =>
      done(async () => {
        await org.api.post('/webhooks/{webhookId}/_test', { path })
        tell.done(said.tested)
      }),
    setActive: (active: boolean) =>
      done(async () => {
        await org.api.patch('/webhooks/{webhookId}', { path, body: { active } })
        tell.done(active ? said.resumed : said.paused)
      }),
    async rotate() {
      const { rotateTitle: title, rotateText: text, rotate: ok } = said
      if (!(await confirm({ title, text, ok, danger: true }))) return
      await done(async () => show((await org.api.post('/webhooks/{webhookId}/_rotate', { path })).signingSecret))
    },
    async remove() {
      const { deleteTitle: title, deleteText, delete: ok } = said
      if (!(await confirm({ title, text: deleteText(url), ok, danger: true }))) return
      await done(async () => {
        await org.api.delete('/webhooks/{webhookId}', { path })
        tell.done(said.deleted)
        await navigate({ to: '/orgs/$org/settings/webhooks', params: { org: org.id } })
        queries.removeQueries({ queryKey: org.key('webhooks', webhookId) })
      })
    },
  }
}
