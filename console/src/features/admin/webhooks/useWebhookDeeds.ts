import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import type { Webhook } from './webhook-state.ts'

const { webhooks: webhookActionsTexts } = strings

/** What is done at once, with a word at the edge of what came of it. */
export function useWebhookActions({ id: webhookId, url }: Webhook, show: (secret: string) => void) {
  const org = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const path = { webhookId }
  const done = async (action: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      notify.error(error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: org.key('webhooks') })
  }
  return {
    busy,
    test: () =>
      done(async () => {
        await org.api.post('/webhooks/{webhookId}/_test', { path })
        notify.success(webhookActionsTexts.tested)
      }),
    setActive: (active: boolean) =>
      done(async () => {
        await org.api.patch('/webhooks/{webhookId}', { path, body: { active } })
        notify.success(active ? webhookActionsTexts.resumed : webhookActionsTexts.paused)
      }),
    async rotate() {
      const { rotateTitle: title, rotateText: text, rotate: ok } = webhookActionsTexts
      if (!(await askConfirmation({ title, text, ok, danger: true }))) return
      await done(async () => show((await org.api.post('/webhooks/{webhookId}/_rotate', { path })).signingSecret))
    },
    async remove() {
      const { deleteTitle: title, deleteText, delete: ok } = webhookActionsTexts
      if (!(await askConfirmation({ title, text: deleteText(url), ok, danger: true }))) return
      await done(async () => {
        await org.api.delete('/webhooks/{webhookId}', { path })
        notify.success(webhookActionsTexts.deleted)
        await navigate({ to: '/orgs/$org/settings/webhooks', params: { org: org.id } })
        queries.removeQueries({ queryKey: org.key('webhooks', webhookId) })
      })
    },
  }
}
