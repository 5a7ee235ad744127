import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { strings as webhooksTexts } from '#i18n/webhooks.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { getBrowserTimeZone } from '../../../components/times.ts'
import { toDayField } from '../keys/key-expiry.ts'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { Webhook } from './data.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const { webhooks: webhookActionsTexts } = webhooksTexts

/** Actions that run at once and report their result as a notification. */
function useWebhookActions({ id: webhookId, url }: Webhook, show: (secret: string) => void) {
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

const { webhooks: redeliverDialogTexts } = webhooksTexts
const dayMs = 86_400_000

/** Retries all deliveries that failed permanently since a given time. */
function RedeliverDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const org = useOrg()
  const queries = useQueryClient()
  const [since, setSince] = useState(() => `${toDayField(new Date(Date.now() - dayMs).toISOString())}T00:00`)
  const recovering = useMutation({
    mutationFn: () => {
      const body = { since: new Date(since).toISOString() }
      return org.api.post('/webhooks/{webhookId}/_recover', { path: { webhookId: webhook.id }, body })
    },
    onSuccess: ({ count }) => {
      void queries.invalidateQueries({ queryKey: org.key('webhooks') })
      notify.success(redeliverDialogTexts.recovered(count))
      close()
    },
  })
  const refused = useFormRefusal(recovering.error, ['since'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recovering.mutate()
  }
  return (
    <Dialog onClose={close} title={redeliverDialogTexts.recoverTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{redeliverDialogTexts.recoverText}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            type="datetime-local"
            label={redeliverDialogTexts.recoverSince}
            description={redeliverDialogTexts.recoverZone(getBrowserTimeZone())}
            required
            data-autofocus
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            error={refused.fields.since}
          />
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={recovering.isPending}>
              {redeliverDialogTexts.recoverNow}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { webhooks: texts } = webhooksTexts

/** All actions on a webhook. Those that need an active webhook are disabled until it is. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const [doing, setDoing] = useState<'edit' | 'recover'>()
  const [secret, setSecret] = useState<string>()
  const { busy, test, setActive, rotate, remove } = useWebhookActions(webhook, setSecret)
  const close = () => setDoing(undefined)
  const Pause = webhook.active ? IconPlayerPause : IconPlayerPlay
  return (
    <Group gap="xs">
      <Button
        size="xs"
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={test}
        disabled={!webhook.active}
        loading={busy}
      >
        {texts.test}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Pause size={14} aria-hidden />}
        onClick={() => setActive(!webhook.active)}
      >
        {webhook.active ? texts.pause : texts.resume}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDoing('edit')}>
        {texts.edit}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {texts.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDoing('recover')} disabled={!webhook.active}>
            {texts.recover}
          </Menu.Item>
          <Menu.Item onClick={rotate}>{texts.rotate}</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
      {doing === 'recover' && <RedeliverDialog webhook={webhook} close={close} />}
      {secret && (
        <OneTimeSecret
          title={texts.rotated}
          text={texts.rotatedText}
          label={texts.secret}
          value={secret}
          close={() => setSecret(undefined)}
        />
      )}
    </Group>
  )
}
